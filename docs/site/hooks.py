"""Builds the site from the layout of the repository, so that links work on both.

A page has its path in the repository. The pages are those of `nav` in `mkdocs.yml` and all of
`docs/`. Every file that a page links to is copied beside the pages.
"""

import re
from pathlib import Path

from mkdocs.structure.files import File, Files

LINK = re.compile(r"\]\(([^)#:]+)")


def on_files(files, config):
    root = Path(config.docs_dir).parent
    pages = {root / page for page in pages_of(config.nav)} | set(root.glob("docs/*.md"))
    site = set(root.glob("docs/site/*.*"))
    linked = {
        target
        for page in pages
        for link in LINK.findall(page.read_text("utf-8"))
        if (target := (page.parent / link).resolve()).is_file()
    }
    theme = [file for file in files if file.src_dir != config.docs_dir]
    own = [
        File(str(path.relative_to(root)), str(root), config.site_dir, False)
        for path in sorted(pages | site | linked)
    ]
    return Files(theme + own)


def pages_of(nav):
    """Returns the paths of all pages of a navigation."""
    for entry in nav:
        for target in entry.values():
            yield from [target] if isinstance(target, str) else pages_of(target)


def on_page_markdown(markdown, **_):
    """Indents lists in lists by four, as Python-Markdown needs it; GitHub accepts two."""
    return re.sub(r"(?m)^  (?=- |\d+\. )", "    ", markdown)

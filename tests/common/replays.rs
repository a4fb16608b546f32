//! Checks of replays: the board of every moment is complete, and the last board agrees with the
//! game's record.

use gong::game::picture::{Backdrop, Picture, PictureChanges, PieceFate};
use gong::game::story::{EndLine, Replay};
use gong::games::Title;
use gong::report::replay;
use gong::simulate::{Simulation, StoryForm, Watching};
use serde_json::Value as Json;

/// Returns the replay of a game with seed 1.
pub fn replay_of(simulation: &Simulation, title: &dyn Title, game: u64) -> Replay {
    let watching = Watching {
        title: title.name(),
        scenario: "",
        form: StoryForm::Replay,
        explain: None,
        deal: None,
    };
    let told = simulation.worker().watch(1, game, &watching);
    assert!(told.failed.is_none());
    told.replay.expect("a replay was wanted")
}

/// Changes a picture to the next picture of the game.
fn apply(picture: &mut Picture, changes: &PictureChanges) {
    for (&index, place) in &changes.places {
        picture.places[index] = place.clone();
    }
    for (&index, piece) in &changes.pieces {
        picture.pieces[index] = piece.clone();
    }
    if let Some(values) = &changes.values {
        picture.values = values.clone();
    }
    picture.throws = changes.throws.clone();
}

/// Checks the replay of a game.
///
/// # Errors
/// Fails with a description of the first fault.
pub fn check(simulation: &Simulation, replay: &Replay, game: u64) -> Result<(), String> {
    let mut now = replay.picture.clone();
    complete(&replay.backdrop, &now).map_err(|fault| format!("{fault} at the start"))?;
    for (number, moment) in replay.moments.iter().enumerate() {
        apply(&mut now, &moment.changes);
        complete(&replay.backdrop, &now).map_err(|fault| format!("{fault} at {number}"))?;
    }
    let last = replay.last.as_ref().ok_or("no last board")?;
    now.throws.clear();
    if now != *last {
        return Err("the events lead to another board than the final state".into());
    }
    let end = replay.end.as_ref().ok_or("no end")?;
    let mut worker = simulation.worker();
    let record = worker.play(1, game).map_err(|failed| failed.to_string())?;
    let entrants = &simulation.cast().entrants;
    let winners = record.players.iter().filter(|player| player.won);
    let mut winners: Vec<&str> =
        winners.map(|player| &*entrants[usize::from(player.entrant)].fighter).collect();
    let mut told: Vec<&str> = end.winners.iter().map(String::as_str).collect();
    winners.sort_unstable();
    told.sort_unstable();
    if winners != told {
        return Err(format!("{told:?} win, in the record {winners:?}"));
    }
    agrees(&replay.backdrop, last, end)
}

/// Checks that a picture has all values, and that its pieces stand at existing places.
fn complete(backdrop: &Backdrop, picture: &Picture) -> Result<(), String> {
    let counts = [picture.places.len(), picture.pieces.len(), picture.values.len()];
    let wanted = [backdrop.places.len(), backdrop.pieces.len(), backdrop.gauges.len()];
    if counts != wanted {
        return Err(format!("{counts:?} places, pieces and values, not {wanted:?}"));
    }
    for (sheet, piece) in backdrop.pieces.iter().zip(&picture.pieces) {
        if piece.place.is_some_and(|place| place >= backdrop.places.len()) {
            return Err(format!("{} stands nowhere", sheet.key));
        }
        // A fighter in play stands nowhere before it is placed.
        if piece.place.is_some() && piece.fate != PieceFate::InPlay {
            return Err(format!("{} stands on the board, but is out", sheet.key));
        }
        if piece.values.len() != sheet.gauges.len() {
            return Err(format!("{} lacks values", sheet.key));
        }
    }
    for (place, state) in backdrop.places.iter().zip(&picture.places) {
        if state.values.len() != place.gauges.len() {
            return Err(format!("{} lacks values", place.name));
        }
    }
    let held = (picture.places.iter().flat_map(|place| &place.cards))
        .chain(picture.pieces.iter().flat_map(|piece| &piece.cards));
    match held.into_iter().find(|held| held.card >= backdrop.cards.len()) {
        Some(held) => Err(format!("card {} does not exist", held.card)),
        None => Ok(()),
    }
}

/// Checks that values with the same name are equal on the last board and in the result.
fn agrees(backdrop: &Backdrop, last: &Picture, end: &EndLine) -> Result<(), String> {
    let mut compared = 0;
    for result in &end.entrants {
        let index = backdrop.pieces.iter().position(|sheet| sheet.key == result.entrant);
        let index = index.ok_or(format!("{} has no piece", result.entrant))?;
        // A fighter that has changed sides counts as lost for the side in which it began.
        let sheet = &backdrop.pieces[index];
        let place = last.pieces[index].place;
        let seat = place.and_then(|place| backdrop.places[place].seat);
        if seat.is_some_and(|seat| seat != sheet.seat) {
            continue;
        }
        let drawn = sheet.gauges.iter().zip(&last.pieces[index].values);
        for (gauge, &value) in drawn {
            let name = gauge.name.to_lowercase();
            let measured = result.measures.get(&name).or(result.values.get(&name));
            let Some(measured) = measured.and_then(Json::as_i64) else {
                continue;
            };
            compared += 1;
            if measured != i64::from(value) {
                let key = &result.entrant;
                return Err(format!("{key} has {value} {name}, in the record {measured}"));
            }
        }
    }
    match compared {
        0 => Err("no value of the board is in the result".into()),
        _ => Ok(()),
    }
}

/// Returns the page of a replay. Checks that the page refers to no other file or address.
pub fn page_of(replay: &Replay) -> String {
    let page = replay::page(replay).expect("a page");
    for attribute in ["src=", "href=", "url(", "@import", "import("] {
        for found in page.split(attribute).skip(1) {
            let value: String = found.chars().take(40).collect();
            let own = ["\"#", "\"data:", "#"].iter().any(|own| value.starts_with(own));
            assert!(own, "{attribute}{value}");
        }
    }
    let addresses = page.split("http").skip(1);
    for found in addresses {
        let own = found.starts_with("-equiv") || found.starts_with("://www.w3.org/2000/svg");
        assert!(own, "http{}", found.chars().take(40).collect::<String>());
    }
    assert!(page.contains("default-src 'none'"));
    page
}

//! Tests that all sorts of entities and all options reach a script completely, whatever their
//! number. Input that is too large is an error and is never truncated.

use super::toy::{Asked, TOY, Toy};

#[test]
fn all_options_are_seen_and_told() {
    for count in [2, 255, 256, 463, 1024] {
        let toy = Toy { options: count, ..TOY };
        let mut last = Asked::new(
            toy,
            "function choose_move(view)
                for i, option in view.options do
                    assert(option.index == i and option.number == i - 1 and option.worth == (i - 1) / 2)
                end
                return #view.options
            end",
        );
        assert_eq!(last.choose(0), Ok(usize::from(count) - 1));
        let mut best = Asked::new(toy, "function score(_, option) return option.number end");
        assert_eq!(best.choose(0), Ok(usize::from(count) - 1));
        let scores: Vec<f64> = (0..count).map(f64::from).collect();
        assert_eq!(best.scores(), scores);
    }
}

#[test]
fn entities_of_all_kinds_are_seen() {
    for (heroes, tiles) in [(12, 24), (32, 64)] {
        let text = "
            function choose_move(view)
                assert(#view.heroes == HEROES and #view.tiles == TILES)
                assert(view.hero == view.heroes[HEROES] and view.hero.index == HEROES)
                for i, hero in view.heroes do
                    assert(hero.index == i and hero.life == 100 - view.turn + i - 1)
                    assert(hero.tile == (if i == 2 then nil else view.tiles[2 * i - 1]))
                    assert(#hero.friends == HEROES - 1 and not table.find(hero.friends, hero))
                end
                for i, tile in view.tiles do assert(tile.flooded == (i % 2 == 0)) end
                local numbers = {}
                for i, event in view.pile do numbers[i] = event.number end
                assert(table.concat(numbers, ' ') == '299 0 7 7 256')
                assert(#view.late_events == 2 and view.late_events[1].number == 236 and view.late_events[2].number == 299)
                assert(view.large == 4294967295 and view.rules.players == 2)
                for i, option in view.options do
                    local goals = 0
                    for _, goal in option.goals do goals += 2 ^ (goal.index - 1) end
                    assert(goals == option.number)
                end
                return 1
            end";
        let text = text.replace("HEROES", &heroes.to_string()).replace("TILES", &tiles.to_string());
        let toy = Toy { heroes, tiles, ..TOY };
        let mut asked = Asked::new(toy, &text);
        for turn in 0..5 {
            let answer = asked.choose(turn % 2);
            assert_eq!(answer, Ok(0), "{}", answer.clone().unwrap_err());
        }
    }
}

#[test]
fn as_many_entities_as_there_may_be_are_seen() {
    let (heroes, tiles) = (64, 64);
    let script = "function choose_move(view)
        for i, hero in view.heroes do
            assert(#hero.friends == 63 and hero.friends[63] == view.heroes[if i == 64 then 63 else 64])
        end
        return #view.heroes // 8
    end";
    let toy = Toy { heroes, tiles, ..TOY };
    assert_eq!(Asked::new(toy, script).choose(0), Ok(7));
}

#[test]
#[should_panic(expected = "65 tiles in a game")]
fn more_entities_than_there_may_be_are_a_fault_of_the_game() {
    let toy = Toy { tiles: 65, ..TOY };
    let _ = Asked::new(toy, "function choose_move() return 1 end").choose(0);
}

#[test]
#[should_panic(expected = "tile is 4 of 4")]
fn a_field_that_points_to_nothing_is_a_fault_of_the_game() {
    let toy = Toy { tiles: 4, ..TOY };
    let script = "function choose_move(view) return if view.heroes[1].tile then 1 else 2 end";
    let _ = Asked::new(toy, script).choose(0);
}

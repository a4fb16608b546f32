//! A toy game as a user of the library would write it, with many entrants and options, tiles and a
//! pile. The game has no rules: the tests show positions of it to scripts.

use gong::game::scripted::{
    Decision, Entity, EntityField, FieldCell, FieldForm, Fields, FixedField, OptionField,
    ScriptField, ViewField,
};
use gong::game::story::Worth;
use gong::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Scripted, Turn};
use gong::strategies::script::{Script, Source, check};
use gong::strategies::{Explanation, Failure, Strategy};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value, json};

use super::twins::Twins;

/// The size of the toy game: the numbers of heroes, tiles and options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Toy {
    pub heroes: usize,
    pub tiles: usize,
    pub options: u16,
}

#[derive(Debug, Clone, Copy)]
pub struct Position {
    pub seat: usize,
    /// Number of decisions so far.
    pub turn: u32,
}

#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    toy: &'a Toy,
    position: &'a Position,
}

const HERO: usize = 0;
const EVENT: usize = 1;
const TILE: usize = 2;

const fn field<Read>(name: &'static str, form: FieldForm, read: Read) -> ScriptField<Read> {
    ScriptField { name, form, meaning: "as it says", read }
}

const HEROES: &[EntityField<Toy>] = &[
    field("life", FieldForm::Number, |v, i| {
        FieldCell::number(100 - v.position.turn.min(9) + u32::from(i))
    }),
    field("tile", FieldForm::MaybeEntity(TILE), |_, i| {
        FieldCell::index((i != 1).then_some(usize::from(i) * 2))
    }),
    field("friends", FieldForm::Set(HERO), |v, i| {
        let all = u64::MAX >> (64 - v.toy.heroes);
        FieldCell::set(all & !(1 << i))
    }),
];

const TILES: &[EntityField<Toy>] =
    &[field("flooded", FieldForm::Flag, |_, i| FieldCell::flag(i % 2 == 1))];

const EVENTS: &[FixedField] =
    &[FixedField { name: "number", luau_type: "number", meaning: "from 0" }];

const VIEW: &[ViewField<Toy>] = &[
    field("hero", FieldForm::Entity(HERO), |v| FieldCell::index(Some(v.toy.heroes - 1))),
    field("pile", FieldForm::List(EVENT), |_| FieldCell::list([299, 0, 7, 7, 256])),
    field("late_events", FieldForm::Set(EVENT), |_| FieldCell::from(236, 1u64 | 1 << 63)),
    field("turn", FieldForm::Number, |v| FieldCell::number(v.position.turn)),
    field("large", FieldForm::Number, |_| FieldCell::number(u32::MAX)),
];

const OPTIONS: &[OptionField<Toy>] = &[
    field("number", FieldForm::Number, |_, choice| FieldCell::number(choice)),
    field("goals", FieldForm::Set(TILE), |_, choice| FieldCell::set(choice)),
];

impl Game for Toy {
    type State = Position;
    type Choice = u16;
    type View<'a> = View<'a>;
    type Event = ();

    const FEATURES: &'static [Feature] = &[Feature { name: "worth", meaning: "points" }];

    fn turn(&self, state: &Position) -> Turn {
        Turn::Decision(state.seat)
    }

    fn round(&self, _: &Position) -> u16 {
        1
    }

    fn options(&self, _: &Position, options: &mut Options<u16>) {
        options.clear();
        options.extend(0..self.options);
    }

    fn play<C: Chance, O: Observer<()>>(&self, state: &mut Position, _: u16, _: &mut C, _: &mut O) {
        state.turn += 1;
    }

    fn view<'a>(&'a self, position: &'a Position) -> View<'a> {
        View { toy: self, position }
    }

    fn features(&self, _: View<'_>, options: &Options<u16>, rows: &mut [FeatureRow]) {
        for (option, row) in options.iter().zip(rows) {
            row[0] = f32::from(*option) / 2.0;
        }
    }
}

impl Scripted for Toy {
    const ENTITIES: &'static [Entity<Toy>] = &[
        Entity {
            name: ["hero", "heroes"],
            fields: Fields::Changing { fields: HEROES, meaning: "everybody" },
        },
        Entity { name: ["event", "events"], fields: Fields::Fixed(EVENTS) },
        Entity {
            name: ["tile", "tiles"],
            fields: Fields::Changing { fields: TILES, meaning: "the board" },
        },
    ];
    const DECISIONS: &'static [Decision] = &[Decision { name: "move", taken_by: "choose_move" }];
    const VIEW: &'static [ViewField<Toy>] = VIEW;
    const OPTIONS: &'static [OptionField<Toy>] = OPTIONS;
    const HELPERS: &'static str = "";

    fn decision(_: View<'_>) -> usize {
        0
    }

    fn seat(view: View<'_>) -> usize {
        view.position.seat
    }

    fn count(view: View<'_>, kind: usize) -> usize {
        if kind == HERO { view.toy.heroes } else { view.toy.tiles }
    }

    fn names(&self) -> Vec<String> {
        vec![]
    }

    fn fixed(&self, _: usize) -> Vec<Value> {
        (0..300).map(|number| json!({ "number": number })).collect()
    }

    fn settings(&self) -> Value {
        json!({ "players": 2 })
    }
}

pub const TOY: Toy = Toy { heroes: 12, tiles: 24, options: 10 };

pub fn source(text: &str) -> Source {
    Source { path: std::path::Path::new("toy.luau").into(), text: text.into() }
}

/// A script that the test asks for decisions.
pub struct Asked {
    toy: Toy,
    bot: Box<dyn Strategy<Toy>>,
    options: Options<u16>,
    turn: u32,
}

impl Asked {
    pub fn new(toy: Toy, text: &str) -> Asked {
        let source = source(text);
        check::<Toy>(&source).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
        let bot = Script::new(&source, &toy).expect("it compiles");
        Asked::by(toy, Box::new(bot))
    }

    /// Runs a script in two VMs at a time.
    pub fn twice(toy: Toy, text: &str) -> Asked {
        Asked::pair(toy, text, text)
    }

    /// Runs two scripts as if they were one.
    pub fn pair(toy: Toy, one: &str, other: &str) -> Asked {
        Asked::by(toy, Box::new(Twins::new(source(one), &source(other), &toy)))
    }

    fn by(toy: Toy, bot: Box<dyn Strategy<Toy>>) -> Asked {
        let mut options = Options::new();
        toy.options(&Position { seat: 0, turn: 0 }, &mut options);
        Asked { toy, bot, options, turn: 0 }
    }

    pub fn begin(&mut self) {
        self.begin_at(0);
    }

    /// Begins a new game in this turn.
    pub fn begin_at(&mut self, turn: u32) {
        self.bot.begin(0);
        self.turn = turn;
    }

    /// Asks the script for its next choice in this seat; returns the index of an option.
    pub fn choose(&mut self, seat: usize) -> Result<usize, Failure> {
        let position = Position { seat, turn: self.turn };
        let mut luck = Pcg64Mcg::new(self.turn.into());
        self.turn += 1;
        let view = self.toy.view(&position);
        self.bot.choose(&self.toy, view, &self.options, &mut luck)
    }

    pub fn scores(&self) -> Vec<f64> {
        let Explanation::By { worth, .. } = self.bot.explain(&self.options) else { panic!() };
        let score = |worth: &Worth| match *worth {
            Worth::Score { score } => score,
            _ => panic!("{worth:?}"),
        };
        worth.iter().map(score).collect()
    }
}

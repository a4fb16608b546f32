//! A bot that runs a script in two VMs with different memory layouts.

use gong::game::Options;
use gong::strategies::script::{HeapLayout, Script, Source};
use gong::strategies::{Explanation, Failure, Strategy};
use rand_pcg::Pcg64Mcg;

use super::toy::{Toy, View};

/// Tests that the decisions of a script do not depend on the memory layout or on the times of
/// garbage collections. Fails if the answers of the two VMs differ.
pub struct Twins {
    source: Source,
    bots: [Script<Toy>; 2],
}

impl Twins {
    /// Runs one script in the first VM, and the other in the second.
    pub fn new(one: Source, other: &Source, toy: &Toy) -> Self {
        let bots = [(&one, HeapLayout::Usual), (other, HeapLayout::Other)]
            .map(|(source, layout)| Script::laid_out(source, toy, layout).expect("it compiles"));
        Twins { source: one, bots }
    }
}

impl Strategy<Toy> for Twins {
    fn begin(&mut self, member: u32) {
        self.bots.iter_mut().for_each(|bot| Strategy::<Toy>::begin(bot, member));
    }

    fn choose(
        &mut self,
        toy: &Toy,
        view: View<'_>,
        options: &Options<u16>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        let [mut one, mut other] = [luck.clone(), luck.clone()];
        let answers = [
            self.bots[0].choose(toy, view, options, &mut one),
            self.bots[1].choose(toy, view, options, &mut other),
        ];
        *luck = one;
        let scores = self.bots.each_ref().map(|bot| bot.explain(options));
        let [first, second] = answers;
        if first == second && (first.is_err() || scores[0] == scores[1]) {
            return first;
        }
        let what = format!("in two machines: {first:?} and {second:?}, {scores:?}");
        Err(Failure::at(&self.source, 1, what))
    }

    fn explain(&self, options: &Options<u16>) -> Explanation {
        self.bots[0].explain(options)
    }
}

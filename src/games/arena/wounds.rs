//! Wounds and their consequences (rules ): loss of life points, scores, further
//! effects and eliminations.

use super::cards::OnWound;
use super::resolve::attacker;
use super::{Arena, AttackStage, Clash, Event, Regain, Scoring, State, Table, members};

impl Arena {
    /// Takes `wounds` life points (at least 1) from the target of the current attack, and applies
    /// the consequences (rules ).
    #[inline]
    pub(super) fn wound(&self, state: &mut State, wounds: u8, table: &mut impl Table) {
        let Clash { stage, target, .. } = state.clash;
        let t = usize::from(target);
        // A first-wound token is lost before other tokens, even if it scores fewer points.
        let firsts = wounds.min(state.first[t]);
        state.lp[t] -= wounds;
        state.first[t] -= firsts;
        let by = attacker(state);
        let a = usize::from(state.actor);
        let besides = match stage {
            AttackStage::Rocks => None,
            _ => self.clash_slot(state).on_wound,
        };
        let drained = besides.is_some_and(|besides| besides.drain);
        let mut pp = 0;
        if drained {
            // With custom effects, an attacker may drain more life points than a byte can hold.
            state.lp[a] = state.lp[a].saturating_add(wounds);
            state.first[a] += firsts;
        } else if by.is_some() {
            let [first, other] = self.worth;
            pp = u16::from(firsts) * first + u16::from(wounds - firsts) * other;
            state.points[a] += pp;
        }
        table.tell(Event::Wounds { by, target, wounds, pp, drained }, state);
        if state.lp[t] == 0 {
            self.eliminate(state, table);
        }
        if let Some(besides) = besides {
            self.follow_wound(state, besides, table);
        }
    }

    /// Applies those effects of an attack that follow a wound, to the wounded target and to the
    /// attacker.
    #[inline(never)]
    fn follow_wound(&self, state: &mut State, besides: OnWound, table: &mut impl Table) {
        let target = state.clash.target;
        let (a, t) = (usize::from(state.actor), usize::from(target));
        if state.lp[t] == 0 {
            self.regain(state, besides.regain, table);
        }
        if besides.net {
            self.catch(state, table);
        }
        let shift = besides.shift;
        if shift != 0 {
            // A shift of initiative lasts until the next action of each fighter. A target that has
            // not acted in this round has its next action in this round. Saturating arithmetic is
            // needed because many electroshocks may hit one fighter in a round.
            state.keep_called(target, self.rules.bramble_initiative);
            state.shift[a] = state.shift[a].saturating_add(shift);
            state.shift[t] = state.shift[t].saturating_sub(shift);
            state.initiative[t] = state.initiative[t].saturating_sub(shift);
            table.tell(Event::Shocks { fighter: state.actor, target, shift }, state);
        }
    }

    /// Removes the target and its chosen card from the board, because it is eliminated (rules
    /// The attacker gets a trophy and, with `rules.inherit_trophies`, the target's
    /// trophies. Nobody gets a trophy if the crowd's rocks eliminate the target.
    fn eliminate(&self, state: &mut State, table: &mut impl Table) {
        let fallen = state.clash.target;
        let f = usize::from(fallen);
        state.alive &= !(1 << fallen);
        state.waiting &= !(1 << fallen);
        state.at[usize::from(state.zone[f])] &= !(1 << fallen);
        state.fell[f] = (state.everybody() & !state.alive).count_ones() as u8;
        state.fell_round[f] = state.round;
        let by = attacker(state);
        let mut points = 0;
        if let Some(by) = by {
            let b = usize::from(by);
            let mut trophies = 1 << fallen;
            if self.rules.inherit_trophies {
                trophies |= std::mem::take(&mut state.trophies[f]);
            }
            state.trophies[b] |= trophies;
            if self.rules.scoring == Scoring::Trophies {
                points = members(trophies)
                    .map(|trophy| u16::from(state.size[usize::from(trophy)]))
                    .sum();
                state.points[b] += points;
                state.points[f] -= points - u16::from(state.size[f]);
            }
            state.clash.victims |= 1 << fallen;
        }
        table.tell(Event::Eliminated { fighter: fallen, by, points }, state);
    }

    /// Restores life points to the attacker after an elimination, up to the attacker's size unless
    /// `rules.regain_above_size` is true.
    fn regain(&self, state: &mut State, regain: Regain, table: &mut impl Table) {
        let (a, fallen) = (usize::from(state.actor), usize::from(state.clash.target));
        let regain = regain.of(state.size[fallen]);
        let room = match self.rules.regain_above_size {
            true => u8::MAX - state.lp[a],
            false => state.size[a].saturating_sub(state.lp[a]),
        };
        let lp = regain.min(room);
        if lp > 0 {
            state.lp[a] += lp;
            table.tell(Event::Regains { fighter: state.actor, lp }, state);
        }
    }
}

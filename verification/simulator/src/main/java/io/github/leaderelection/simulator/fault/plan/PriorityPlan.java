package io.github.leaderelection.simulator.fault.plan;

import java.util.stream.IntStream;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.algorithm.Trait;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.simulator.time.Dice;

/**
 * What a seed decides of priorities.
 *
 * @param witnesses whether some members may vote and never lead
 * @param preempt whether leaders hand over to members of higher priority that return
 */
public record PriorityPlan(boolean witnesses, boolean preempt) {

	private static final int WITNESSES_PER_MILLE = 200;

	private static final int WITNESS_PER_MILLE = 350;

	private static final int PREEMPT_PER_MILLE = 150;

	private static final int HIGHEST = 3;

	static PriorityPlan draw(Algorithm algorithm, int members, Dice dice) {
		boolean preempt = dice.chance(PREEMPT_PER_MILLE) && algorithm.is(Trait.PREEMPTS);
		return new PriorityPlan(dice.chance(WITNESSES_PER_MILLE) && members > 1, preempt);
	}

	/**
	 * Draws priorities, in place of some that were drawn: different ones where leaders
	 * preempt, and witnesses. One member at least is none.
	 */
	public void redraw(int[] priorities, Dice dice) {
		for (int i = 0; i < priorities.length; i++) {
			if (this.preempt) {
				priorities[i] = (int) dice.between(1, HIGHEST);
			}
			if (this.witnesses && dice.chance(WITNESS_PER_MILLE)) {
				priorities[i] = ElectionSettings.WITNESS;
			}
		}
		if (IntStream.of(priorities).allMatch((priority) -> priority == ElectionSettings.WITNESS)) {
			priorities[0] = 1;
		}
	}

}

package io.github.leaderelection.simulator.beside;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.leaderelection.internal.nodefence.protocol.Former;
import io.github.leaderelection.simulator.time.Dice;

/**
 * A fence that confirms, refuses, kills late or never, or hangs.
 */
public final class RandomFence {

	private static final long MILLI = 1_000_000;

	private final Dice dice;

	private final long lease;

	/** How often of a thousand times it confirms what it did. */
	private final int confirms;

	private final BiConsumer<Long, Runnable> after;

	private final Map<String, Set<Former>> victims = new HashMap<>();

	private final Map<FenceCount, Long> counts = new EnumMap<>(FenceCount.class);

	private boolean healed;

	/**
	 * Makes a fence.
	 * @param after does something after so many nanoseconds
	 */
	public RandomFence(Dice dice, long lease, int confirms, BiConsumer<Long, Runnable> after) {
		this.dice = dice;
		this.lease = lease;
		this.confirms = confirms;
		this.after = after;
	}

	/** From now on it confirms. */
	public void heal() {
		this.healed = true;
	}

	/** Whether a winner may fence a member, too: two in a term. */
	public boolean mayFence(String by, long term, Former target) {
		Set<Former> fenced = this.victims.computeIfAbsent(by + " " + term, (key) -> new HashSet<>());
		return !fenced.add(target) || fenced.size() <= 2;
	}

	/**
	 * Fences.
	 * @param kill stops the machine
	 * @param asker does something where the answer is awaited
	 */
	public CompletionStage<Boolean> fence(Runnable kill, Consumer<Runnable> asker) {
		count(FenceCount.FENCED);
		CompletableFuture<Boolean> answer = new CompletableFuture<>();
		boolean isConfirmed = this.healed || this.dice.chance(this.confirms);
		int how = isConfirmed ? 0 : this.dice.index(4);
		long takes = this.dice.magnitude(MILLI, 4 * this.lease);
		if (how != 1) {
			// One of those that confirm nothing kills late, and one never.
			this.after.accept((how == 2) ? takes + 4 * this.lease : takes, kill);
		}
		if (how == 3) {
			count(FenceCount.HUNG);
			return answer;
		}
		count((how == 0) ? (isConfirmed ? FenceCount.CONFIRMED : FenceCount.UNKNOWN)
				: (how == 1) ? FenceCount.REFUSED : FenceCount.LATE);
		this.after.accept(takes, () -> asker.accept(() -> answer.complete(isConfirmed)));
		return answer;
	}

	/** Counts what happened beside it. */
	public void count(FenceCount what) {
		this.counts.merge(what, 1L, Long::sum);
	}

	/** What happened, and how often. */
	public Map<FenceCount, Long> counts() {
		return this.counts;
	}

}

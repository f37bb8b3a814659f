package io.github.leaderelection.internal.application;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import org.jspecify.annotations.Nullable;

/**
 * Whether a node may lead, from before it is built: handed on to each elector that comes
 * to answer. Safe for use from any thread.
 */
final class DeferredEligibility implements LeaderElector.Eligibility {

	private final ReentrantLock changing = new ReentrantLock();

	private volatile boolean paused;

	private volatile @Nullable String ineligible;

	private volatile @Nullable LeaderElector target;

	/** Hands over to an elector whose node has not started. */
	void bind(LeaderElector elector) {
		this.changing.lock();
		try {
			if (isPaused()) {
				elector.eligibility().pause();
			}
			tell(elector, this.ineligible);
			this.target = elector;
		}
		finally {
			this.changing.unlock();
		}
	}

	@Override
	public CompletionStage<Void> pause() {
		this.changing.lock();
		try {
			LeaderElector elector = this.target;
			this.paused = true;
			return (elector != null) ? elector.eligibility().pause() : CompletableFuture.completedStage(null);
		}
		finally {
			this.changing.unlock();
		}
	}

	@Override
	public CompletionStage<Void> resume() {
		this.changing.lock();
		try {
			LeaderElector elector = this.target;
			this.paused = false;
			return (elector != null) ? elector.eligibility().resume() : CompletableFuture.completedStage(null);
		}
		finally {
			this.changing.unlock();
		}
	}

	@Override
	public boolean isPaused() {
		LeaderElector elector = this.target;
		return (elector != null) ? elector.eligibility().isPaused() : this.paused;
	}

	void ineligible(@Nullable String reason) {
		this.changing.lock();
		try {
			this.ineligible = reason;
			LeaderElector elector = this.target;
			if (elector != null) {
				tell(elector, reason);
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	private static void tell(LeaderElector elector, @Nullable String reason) {
		ElectorInternals.of(elector).ineligible(reason);
	}

	/** What keeps a node that has not started from leading. */
	List<String> problems(String notStarted) {
		List<String> problems = new ArrayList<>(List.of(notStarted));
		if (this.paused) {
			problems.add("This node does not stand for election because it is paused: resume it when it is to lead");
		}
		if (this.ineligible != null) {
			problems.add("This node does not stand for election because " + this.ineligible);
		}
		return List.copyOf(problems);
	}

}

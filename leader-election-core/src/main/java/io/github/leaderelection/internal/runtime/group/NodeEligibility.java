package io.github.leaderelection.internal.runtime.group;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps whether this node may lead; if not, whether the application or members with other
 * election rules forbid it. The application's word outlives starts and stops: each start
 * learns it before it can grant a leadership. Safe for use from any thread.
 */
public final class NodeEligibility implements LeaderElector.Eligibility {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	/** Keeps reports in the order of the changes. */
	private final ReentrantLock changing = new ReentrantLock();

	private final String group;

	private final Supplier<NodeId> self;

	private final Supplier<@Nullable GroupInbox<?>> inbox;

	private volatile boolean paused;

	private volatile @Nullable String ineligible;

	/** Why members with other rules forbid standing, as of the present start. */
	private volatile @Nullable String disagreement;

	public NodeEligibility(String group, Supplier<NodeId> self, Supplier<@Nullable GroupInbox<?>> inbox) {
		this.group = group;
		this.self = self;
		this.inbox = inbox;
	}

	@Override
	public boolean isPaused() {
		return this.paused && isObeyed();
	}

	boolean mayLead() {
		return !this.paused && this.ineligible == null && this.disagreement == null;
	}

	@Override
	public CompletionStage<Void> pause() {
		return paused(true);
	}

	@Override
	public CompletionStage<Void> resume() {
		return paused(false);
	}

	private CompletionStage<Void> paused(boolean is) {
		this.changing.lock();
		try {
			if (!isObeyed()) {
				return tell();
			}
			if (this.paused != is) {
				logger.info("Group '{}': node {} is {}", this.group, this.self.get(), is ? "paused" : "paused no more");
			}
			this.paused = is;
			return tell();
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Sets whether the application finds this node eligible.
	 * @param reason why it is not, null if it is
	 */
	public void ineligible(@Nullable String reason) {
		if (Objects.equals(this.ineligible, reason)) {
			return;
		}
		this.changing.lock();
		try {
			boolean before = mayLead();
			if (reason != null && !isObeyed()) {
				logger.warn("Group '{}': node {} may lead although {}: its algorithm knows no pause", this.group,
						this.self.get(), reason);
			}
			else if (reason != null) {
				logger.info("Group '{}': node {} is not eligible because {}", this.group, this.self.get(), reason);
			}
			else {
				logger.info("Group '{}': node {} is eligible", this.group, this.self.get());
			}
			this.ineligible = reason;
			if (before != mayLead()) {
				tell();
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Sets whether members with other election rules keep this node from standing.
	 * @param why null if they do not
	 */
	void disagrees(@Nullable String why) {
		if (Objects.equals(this.disagreement, why)) {
			return;
		}
		this.changing.lock();
		try {
			boolean before = mayLead();
			this.disagreement = why;
			if (before != mayLead()) {
				logger.warn("Group '{}': node {} {}", this.group, this.self.get(),
						(why != null) ? "does not stand for election because " + why : "stands for election again");
				tell();
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	private boolean isObeyed() {
		GroupInbox<?> running = this.inbox.get();
		return running == null || running.goesByEligibility();
	}

	/**
	 * Tells the running start. Looks for it after the change: a start that begins
	 * meanwhile reads the change itself.
	 */
	private CompletionStage<Void> tell() {
		GroupInbox<?> running = this.inbox.get();
		return (running != null) ? running.eligible(mayLead()) : CompletableFuture.completedStage(null);
	}

	/** Lists why this node does not stand, for the status; empty if it does. */
	public List<String> problems() {
		String why = this.ineligible;
		String differing = this.disagreement;
		if (!this.paused && why == null && differing == null) {
			return List.of();
		}
		boolean obeyed = isObeyed();
		List<String> problems = new ArrayList<>(3);
		if (differing != null) {
			problems.add("This node does not stand for election because " + differing);
		}
		if (this.paused && obeyed) {
			problems.add("This node does not stand for election because it is paused: resume it when it is to lead");
		}
		if (why != null) {
			problems.add(obeyed ? "This node does not stand for election because " + why
					: "This node stands for election although " + why + ": its algorithm knows no pause");
		}
		return problems;
	}

}

package io.github.leaderelection.internal.runtime.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds the listeners of one group and their latest notifications, which a late listener
 * receives first. Used by one thread at a time, except for removal.
 */
final class Listeners {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final List<Member> members = new CopyOnWriteArrayList<>();

	private final String group;

	private final Consumer<Leadership> onGrantFailed;

	private @Nullable Leadership leadership;

	private boolean draining;

	private @Nullable LeaderInfo leader;

	private @Nullable LeaderBroadcast broadcast;

	/**
	 * Starts without listeners.
	 * @param onGrantFailed receives a leadership after a listener failed on it
	 */
	Listeners(String group, Consumer<Leadership> onGrantFailed) {
		this.group = group;
		this.onGrantFailed = onGrantFailed;
	}

	void join(Member member) {
		if (member.left) {
			return;
		}
		this.members.add(member);
		if (member.left) {
			// The listener left in between, and found nothing to remove.
			this.members.remove(member);
			return;
		}
		Leadership held = this.leadership;
		if (held != null) {
			tellGranted(member, held);
			if (this.draining) {
				tell(member, (listener) -> listener.onDraining(held));
			}
		}
		LeaderInfo known = this.leader;
		if (known != null) {
			tell(member, (listener) -> listener.onLeaderChanged(known));
		}
		LeaderBroadcast said = this.broadcast;
		if (said != null) {
			tell(member, (listener) -> listener.onBroadcast(said));
		}
	}

	void leave(Member member) {
		member.left = true;
		this.members.remove(member);
	}

	void granted(Leadership granted) {
		this.leadership = granted;
		this.draining = false;
		for (Member member : this.members) {
			tellGranted(member, granted);
		}
	}

	/** Completes once all listeners are done with the drain. */
	CompletableFuture<Void> draining(Leadership given) {
		this.draining = true;
		List<CompletableFuture<?>> stops = new ArrayList<>();
		tellAll((listener) -> {
			listener.onDraining(given);
			if (listener instanceof DrainingListener draining) {
				stops.add(draining.drained(given).toCompletableFuture());
			}
		});
		return CompletableFuture.allOf(stops.toArray(CompletableFuture[]::new));
	}

	void revoked(Leadership revoked, RevocationReason reason) {
		this.leadership = null;
		tellAll((listener) -> listener.onRevoked(revoked, reason));
	}

	void leaderChanged(@Nullable LeaderInfo changed) {
		this.leader = changed;
		tellAll((listener) -> listener.onLeaderChanged(changed));
	}

	void memberChanged(NodeId member, MemberState state, int observers) {
		tellAll((listener) -> listener.onMemberChanged(member, state, observers));
	}

	void broadcasted(LeaderBroadcast said) {
		this.broadcast = said;
		tellAll((listener) -> listener.onBroadcast(said));
	}

	private void tellAll(Consumer<LeadershipListener> message) {
		for (Member member : this.members) {
			tell(member, message);
		}
	}

	private void tellGranted(Member member, Leadership granted) {
		if (!tell(member, (listener) -> listener.onGranted(granted))) {
			this.onGrantFailed.accept(granted);
		}
	}

	/** Returns whether the listener did not fail. */
	private boolean tell(Member member, Consumer<LeadershipListener> message) {
		if (member.left) {
			return true;
		}
		try {
			message.accept(member.listener);
			return true;
		}
		catch (Throwable ex) {
			// A failure of a listener, even a stack overflow, must not affect the next
			// listener or the next notification.
			logger.error("A leadership listener of group '{}' failed: {}", this.group, member.listener, ex);
			return false;
		}
	}

	/**
	 * A listener from its registration to its removal.
	 */
	static final class Member {

		private final LeadershipListener listener;

		private volatile boolean left;

		Member(LeadershipListener listener) {
			this.listener = listener;
		}

	}

}

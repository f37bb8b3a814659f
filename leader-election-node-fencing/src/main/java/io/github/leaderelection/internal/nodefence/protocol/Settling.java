package io.github.leaderelection.internal.nodefence.protocol;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import org.jspecify.annotations.Nullable;

/**
 * Settles former leaders before a grant: events in, decisions out. It has no clock, no
 * thread and no link. Used by one thread.
 */
public final class Settling {

	/** Nothing is to be done before the next event. */
	public static final long NEVER = Long.MAX_VALUE;

	private static final int MOST_VICTIMS = 2;

	/** A node that lost its lease was perhaps cut off itself. */
	private static final int LEASES_AFTER_LOSS = 10;

	private static final int MOST_BACK_OFF = 8;

	private static final int MOST_FACTS = 64;

	private final FenceSettings settings;

	private final LongPredicate works;

	/** Leaderships that are over for good. */
	private final Set<Former> over = new LinkedHashSet<>();

	private @Nullable Winner winner;

	/** The token of the leadership that was granted, 0 for none. */
	private long granted;

	/** Whether this start has seen that any leader was granted. */
	private boolean seen;

	private @Nullable Long lostNanos;

	private @Nullable Former shot;

	private long shotNanos;

	/**
	 * Begins a start.
	 * @param works whether this process does work under a token, or a lower one
	 */
	public Settling(FenceSettings settings, LongPredicate works) {
		this.settings = settings;
		this.works = works;
	}

	/** This node has won; its grant is withheld. */
	public void won(long token, Lease lease) {
		this.winner = new Winner(token, lease);
	}

	/** The lease of a grant that is withheld is extended; false if none is. */
	public boolean renewed(long token, Lease lease) {
		Winner won = this.winner;
		if (won == null || won.token != token) {
			return false;
		}
		won.lease = lease;
		return true;
	}

	/**
	 * A leadership ended.
	 * @param lost whether it was not given up
	 */
	public void revoked(long token, boolean lost, Now now) {
		if (lost) {
			this.lostNanos = now.monotonicNanos();
		}
		if (this.granted == token) {
			this.granted = 0;
		}
		if (isWithheld(token)) {
			this.winner = null;
		}
	}

	/** A leader was granted, and is followed. */
	public void followed() {
		this.seen = true;
	}

	/** The register is synchronised: these were not settled. */
	public List<FenceDecision> synchronised(List<Former> listed, Now now) {
		Winner won = this.winner;
		if (won != null && won.unsettled == null) {
			won.unsettled = new ArrayList<>(listed);
			won.againNanos = now.monotonicNanos();
			won.fenceNanos = won.againNanos + this.settings.leaseNanos();
			won.backOffNanos = this.settings.leaseNanos();
			won.deadlineNanos = won.fenceNanos + this.settings.timeoutNanos();
		}
		return review(now);
	}

	/** A start said that a leadership and all its earlier ones are over for good. */
	public List<FenceDecision> ended(Former former, Now now) {
		learn(former);
		return review(now);
	}

	/** A fence has answered, perhaps late. */
	public List<FenceDecision> fenced(Former former, boolean confirmed, Now now) {
		Winner won = this.winner;
		if (won != null && won.fencing && won.victims.contains(former)) {
			won.fencing = false;
			won.fenceNanos = now.monotonicNanos() + won.backOffNanos;
			won.backOffNanos = Math.min(2 * won.backOffNanos, MOST_BACK_OFF * this.settings.leaseNanos());
		}
		return confirmed ? confirmed(former, now) : review(now);
	}

	/**
	 * An operator says that no former start of a member runs any more.
	 * @return null if this node need not know
	 */
	public @Nullable List<FenceDecision> confirmed(NodeId member, Now now) {
		List<Former> meant = unsettled().stream().filter((each) -> each.member().equals(member)).toList();
		List<FenceDecision> decisions = new ArrayList<>();
		meant.forEach((each) -> decisions.addAll(confirmed(each, now)));
		return meant.isEmpty() ? null : decisions;
	}

	private List<FenceDecision> confirmed(Former former, Now now) {
		learn(former);
		if (this.winner != null) {
			this.winner.confirmed = true;
		}
		return review(now);
	}

	/** A leadership and all earlier ones of its start are over for good. */
	public void learn(Former former) {
		this.over.remove(former);
		this.over.add(former);
		if (this.over.size() > MOST_FACTS) {
			this.over.remove(this.over.iterator().next());
		}
	}

	/** The write of this term has ended. */
	public List<FenceDecision> written(boolean committed, Now now) {
		Winner won = this.winner;
		if (won == null || won.unsettled == null || !won.writing) {
			return List.of();
		}
		won.writing = false;
		if (!committed) {
			won.ceded = true;
			return List.of(new FenceDecision.Cede(won.token));
		}
		if (won.unsettled.isEmpty()) {
			this.winner = null;
			this.granted = won.token;
			this.seen = true;
			return List.of(new FenceDecision.Grant(won.token));
		}
		return review(now);
	}

	/** Looks again at what time changes. */
	public List<FenceDecision> review(Now now) {
		Winner won = this.winner;
		if (won == null || won.unsettled == null || won.writing || won.ceded || !won.lease.valid(now)) {
			return List.of();
		}
		if (won.unsettled.removeIf(this::isOver)) {
			won.deadlineNanos = now.monotonicNanos() + this.settings.leaseNanos() + this.settings.timeoutNanos();
		}
		if (won.unsettled.isEmpty()) {
			won.writing = true;
			return List.of(new FenceDecision.Write(won.token,
					List.of(new Former(this.settings.self(), this.settings.incarnation(), won.token))));
		}
		if (won.confirmed) {
			// The next winner need not ask for it again.
			won.confirmed = false;
			won.writing = true;
			return List.of(new FenceDecision.Write(won.token, won.unsettled));
		}
		if (now.reached(won.deadlineNanos)) {
			won.ceded = true;
			return List.of(new FenceDecision.Cede(won.token));
		}
		List<FenceDecision> decisions = new ArrayList<>();
		if (now.reached(won.againNanos)) {
			won.againNanos = now.monotonicNanos() + this.settings.againNanos();
			won.unsettled.forEach((each) -> decisions.add(new FenceDecision.Ask(each, won.token)));
		}
		Former victim = victim(won, won.unsettled, now);
		if (victim != null) {
			decisions.add(fence(won, victim, now));
		}
		return decisions;
	}

	private boolean isOver(Former former) {
		boolean own = former.member().equals(this.settings.self());
		boolean present = own && former.incarnation() == this.settings.incarnation();
		return (present || this.over.stream().anyMatch((each) -> each.covers(former)))
				&& !(own && this.works.test(former.token()));
	}

	/** The member to fence now, null for none. One that was begun with comes first. */
	private @Nullable Former victim(Winner won, List<Former> unsettled, Now now) {
		if (won.fencing || !now.reached(won.fenceNanos) || refusal(now) != null) {
			return null;
		}
		for (Former each : won.victims) {
			if (unsettled.contains(each)) {
				return each;
			}
		}
		return unsettled.stream().filter((each) -> mayFence(won, each, now)).findFirst().orElse(null);
	}

	private boolean mayFence(Winner won, Former former, Now now) {
		boolean soon = this.shot != null && !this.shot.equals(former)
				&& !now.reached(this.shotNanos + this.settings.intervalNanos());
		return !soon && won.victims.size() < MOST_VICTIMS && former.token() < won.token
				&& !former.member().equals(this.settings.self());
	}

	/** Why this node fences nobody, null if it may. */
	private @Nullable String refusal(Now now) {
		if (!this.seen) {
			return "it has seen no leader since it started";
		}
		return (this.lostNanos != null && !now.reached(this.lostNanos + LEASES_AFTER_LOSS * this.settings.leaseNanos()))
				? "it has lost its own lease a short while ago" : null;
	}

	private FenceDecision fence(Winner won, Former victim, Now now) {
		won.fencing = true;
		if (!won.victims.contains(victim)) {
			won.victims.add(victim);
		}
		this.shot = victim;
		this.shotNanos = now.monotonicNanos();
		return new FenceDecision.Fence(victim);
	}

	/**
	 * Whether a leadership of a start of this node is over for good.
	 * @param term of the winner that asks
	 */
	public boolean isSettled(long term, long incarnation, long token) {
		boolean holds = this.granted != 0 && this.granted <= token || this.winner != null && this.winner.token < term;
		return isOver(new Former(this.settings.self(), incarnation, token))
				&& !(holds && incarnation == this.settings.incarnation());
	}

	public boolean isWithheld(long token) {
		return this.winner != null && this.winner.token == token;
	}

	/** Former leaders that this winner waits for; empty for any other node. */
	public List<Former> unsettled() {
		return (this.winner != null && this.winner.unsettled != null) ? List.copyOf(this.winner.unsettled) : List.of();
	}

	/** Why the grant of this node is withheld, null if none is. */
	public @Nullable String problem(Now now) {
		Winner won = this.winner;
		if (won == null) {
			return null;
		}
		if (won.unsettled == null) {
			return "this node has won term " + won.token + " and does not lead yet: which former leaders are "
					+ "unsettled is not known, for too few members, or no store, have answered";
		}
		String refusal = refusal(now);
		return "this node has won term " + won.token + " and does not lead yet: work of former leaders may still run: "
				+ unsettled() + ". " + ((refusal != null) ? "This node fences nobody, for " + refusal + ". " : "")
				+ "Make sure that their former processes have ended, then send "
				+ "{\"action\":\"confirm-fenced\",\"node\":\"<id>\"} to this node's endpoint";
	}

	/** In how many nanoseconds to {@link #review}, or {@link #NEVER}. */
	public long delay(Now now) {
		Winner won = this.winner;
		if (won == null || won.unsettled == null || won.writing || won.ceded || !won.lease.valid(now)) {
			return NEVER;
		}
		long until = Math.min(now.until(won.againNanos), now.until(won.deadlineNanos));
		return (won.fencing || now.reached(won.fenceNanos)) ? until : Math.min(until, now.until(won.fenceNanos));
	}

}

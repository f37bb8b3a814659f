package io.github.leaderelection.internal.lease;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Input;
import io.github.leaderelection.internal.protocol.Lease;
import io.github.leaderelection.internal.protocol.Now;
import io.github.leaderelection.internal.protocol.Recovered;
import io.github.leaderelection.internal.protocol.Step;
import io.github.leaderelection.internal.protocol.Timer;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.jspecify.annotations.Nullable;

/**
 * Some nodes and one store, in virtual time: whatever is drawn at random follows from the
 * seed. Two leases that are valid at one moment, a token that does not rise and a grant
 * without one revocation fail at once.
 */
final class LeaseWorld {

	static final long MILLI = 1_000_000;

	static final long LEASE = 10_000 * MILLI;

	static final long RENEW = 2_000 * MILLI;

	static final long RETRY = 1_000 * MILLI;

	private static final double DRIFT = 0.05;

	private static final long WALL = 1_790_000_000_000L;

	final RegisterOfATest register = new RegisterOfATest();

	final List<Node> nodes = new ArrayList<>();

	final Random random;

	Faults faults = Faults.NONE;

	/** What becomes of writes, while reads are answered. */
	Writes writes = Writes.ANSWERED;

	long nanos;

	int grants;

	private final PriorityQueue<Due> due = new PriorityQueue<>();

	private final long seed;

	private long order;

	private long highestToken;

	LeaseWorld(long seed, int nodes) {
		this.seed = seed;
		this.random = new Random(seed);
		for (int i = 0; i < nodes; i++) {
			this.nodes.add(new Node(NodeId.of("n" + i)));
		}
	}

	void start() {
		this.nodes.forEach(Node::start);
	}

	void run(long span) {
		long end = this.nanos + span;
		while (!this.due.isEmpty() && this.due.peek().nanos() <= end) {
			Due next = this.due.poll();
			this.nanos = Math.max(this.nanos, next.nanos());
			this.register.clock(WALL + this.nanos / MILLI);
			next.task().run();
			check();
		}
		this.nanos = end;
		check();
	}

	void after(long span, Runnable task) {
		this.due.add(new Due(this.nanos + span, this.order++, task));
	}

	@Nullable Node leader() {
		return this.nodes.stream().filter(Node::leads).findFirst().orElse(null);
	}

	private void check() {
		List<Node> leading = this.nodes.stream().filter(Node::leads).toList();
		if (leading.size() > 1) {
			throw new AssertionError("Seed " + this.seed + ", " + this.nanos / MILLI + " ms: " + leading + " lead");
		}
	}

	/**
	 * What may go wrong between a node and the store, each in one of so many cases.
	 *
	 * @param lost a request is lost
	 * @param unanswered it is done, and the answer is lost
	 * @param late it is done only seconds later
	 * @param repeated it is done twice
	 */
	record Faults(int lost, int unanswered, int late, int repeated) {

		static final Faults NONE = new Faults(0, 0, 0, 0);

	}

	/**
	 * What becomes of writes.
	 */
	enum Writes {

		ANSWERED, FAIL_AT_ONCE, DONE_AND_FAIL_AT_ONCE;

		Answer handle(RegisterOfATest register, Request request) {
			if (this == ANSWERED || request instanceof Request.Read) {
				return register.handle(request);
			}
			if (this == DONE_AND_FAIL_AT_ONCE) {
				register.handle(request);
			}
			return new Answer.Unknown("the store is read-only");
		}

	}

	/**
	 * What is to be done at a time.
	 */
	private record Due(long nanos, long order, Runnable task) implements Comparable<Due> {

		@Override
		public int compareTo(Due other) {
			int byTime = Long.compare(this.nanos, other.nanos);
			return (byTime != 0) ? byTime : Long.compare(this.order, other.order);
		}

	}

	/**
	 * One node with clocks of its own.
	 */
	final class Node {

		final NodeId id;

		double rate = 1;

		long wallOffset;

		final List<String> heard = new ArrayList<>();

		long requests;

		private final LeaseProtocol protocol = new LeaseProtocol((settings) -> new LeaseOptions(RETRY, false, null));

		private final Map<Timer, Long> timers = new HashMap<>();

		private @Nullable LeaseState state;

		private int life;

		private @Nullable Lease lease;

		private long token;

		private long pausedUntil;

		private final List<Event<NoMessage>> waiting = new ArrayList<>();

		Node(NodeId id) {
			this.id = id;
		}

		void start() {
			this.life++;
			this.timers.clear();
			this.waiting.clear();
			this.pausedUntil = LeaseWorld.this.nanos;
			this.lease = null;
			this.token = 0;
			ElectionSettings settings = ElectionSettings.of("c", "g", this.id, List.of(this.id))
				.leaseNanos(LEASE)
				.heartbeatNanos(RENEW)
				.maxClockDrift(DRIFT)
				.drainNanos(0)
				.build();
			Step<LeaseState, NoMessage> first = this.protocol.start(
					new Recovered(settings, null, LeaseWorld.this.random.nextLong() | 1), now(),
					LeaseWorld.this.random.nextLong());
			this.state = first.state();
			perform(first.effects());
		}

		/** The process is gone, and its leadership with it. */
		void kill() {
			this.life++;
			this.state = null;
			this.lease = null;
			this.token = 0;
			this.timers.clear();
		}

		/** The process stands still: what comes meanwhile it handles later. */
		void pause(long span) {
			this.pausedUntil = LeaseWorld.this.nanos + span;
			int of = this.life;
			after(span, () -> {
				if (of == this.life && LeaseWorld.this.nanos >= this.pausedUntil) {
					List<Event<NoMessage>> late = List.copyOf(this.waiting);
					this.waiting.clear();
					late.forEach(this::take);
				}
			});
		}

		boolean isUp() {
			return this.state != null;
		}

		/** As isLeader() answers at this moment, also in a process that stands still. */
		boolean leads() {
			Lease present = this.lease;
			return present != null && present.valid(now());
		}

		long token() {
			return this.token;
		}

		LeaseState state() {
			LeaseState present = this.state;
			if (present == null) {
				throw new IllegalStateException(this.id + " is down");
			}
			return present;
		}

		Now now() {
			return new Now((long) (LeaseWorld.this.nanos * this.rate),
					WALL + this.wallOffset + LeaseWorld.this.nanos / MILLI);
		}

		void take(Event<NoMessage> event) {
			if (this.state == null) {
				return;
			}
			if (LeaseWorld.this.nanos < this.pausedUntil) {
				this.waiting.add(event);
				return;
			}
			Step<LeaseState, NoMessage> step = this.protocol.step(this.state,
					new Input<>(event, now(), LeaseWorld.this.random.nextLong()));
			this.state = step.state();
			perform(step.effects());
		}

		private void perform(List<Effect<NoMessage>> effects) {
			for (Effect<NoMessage> effect : effects) {
				if (effect instanceof Effect.StartTimer<NoMessage> start) {
					arm(start.timer(), start.atNanos());
				}
				else if (effect instanceof Effect.CancelTimer<NoMessage> cancel) {
					this.timers.remove(cancel.timer());
				}
				else if (effect instanceof Effect.AskStore<NoMessage> ask) {
					ask(ask);
				}
				else if (effect instanceof Effect.Grant<NoMessage> grant) {
					granted(grant);
				}
				else if (effect instanceof Effect.Renew<NoMessage> renew) {
					if (this.token == renew.fencingToken() && leads()) {
						this.lease = renew.lease();
					}
				}
				else if (effect instanceof Effect.Revoke<NoMessage> revoke) {
					revoked(revoke.fencingToken(), revoke.reason());
				}
				else if (effect instanceof Effect.StopAdmitting<NoMessage> stop) {
					int of = this.life;
					after(MILLI, () -> {
						if (of == this.life) {
							take(new Event.WorkDrained<>(stop.fencingToken()));
						}
					});
				}
				else {
					this.heard.add(effect.toString());
				}
			}
		}

		private void arm(Timer timer, long at) {
			this.timers.put(timer, at);
			int of = this.life;
			long wait = Math.max(0, (long) ((at - now().monotonicNanos()) / this.rate) + 1);
			after(wait, () -> {
				Long armed = this.timers.get(timer);
				if (of == this.life && armed != null && armed == at) {
					this.timers.remove(timer);
					take(new Event.TimerFired<>(timer));
				}
			});
		}

		private void granted(Effect.Grant<NoMessage> grant) {
			if (this.lease != null) {
				throw new AssertionError(this.id + " is granted twice");
			}
			if (grant.fencingToken() <= LeaseWorld.this.highestToken) {
				throw new AssertionError("Seed " + LeaseWorld.this.seed + ": token " + grant.fencingToken()
						+ " does not rise above " + LeaseWorld.this.highestToken);
			}
			LeaseWorld.this.highestToken = grant.fencingToken();
			LeaseWorld.this.grants++;
			this.lease = grant.lease();
			this.token = grant.fencingToken();
			this.heard.add("granted");
		}

		private void revoked(long of, RevocationReason reason) {
			if (this.lease == null || this.token != of) {
				throw new AssertionError(this.id + " is revoked what it does not hold");
			}
			this.lease = null;
			this.token = 0;
			this.heard.add("revoked " + reason);
		}

		private void ask(Effect.AskStore<NoMessage> ask) {
			this.requests++;
			int of = this.life;
			Faults with = LeaseWorld.this.faults;
			if (drawn(with.lost())) {
				return;
			}
			long there = latency(drawn(with.late()) ? 15_000 * MILLI : 3 * MILLI);
			boolean answered = !drawn(with.unanswered());
			after(there, () -> {
				Answer answer = LeaseWorld.this.writes.handle(LeaseWorld.this.register, ask.what());
				if (answered) {
					after(latency(3 * MILLI), () -> {
						if (of == this.life) {
							take(new Event.StoreAnswered<>(ask.request(), answer));
						}
					});
				}
			});
			if (drawn(with.repeated())) {
				after(there + latency(5_000 * MILLI), () -> LeaseWorld.this.register.handle(ask.what()));
			}
		}

		private boolean drawn(int oneIn) {
			return oneIn > 0 && LeaseWorld.this.random.nextInt(oneIn) == 0;
		}

		private long latency(long most) {
			return 100_000 + (long) (LeaseWorld.this.random.nextDouble() * most);
		}

		@Override
		public String toString() {
			return this.id + " (token " + this.token + ")";
		}

	}

	/** For tests that look at the record. */
	@Nullable LeaseRecord record() {
		return this.register.record();
	}

}

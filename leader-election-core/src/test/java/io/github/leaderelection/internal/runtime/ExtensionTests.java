package io.github.leaderelection.internal.runtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderWork;
import io.github.leaderelection.internal.protocol.Effect;
import io.github.leaderelection.internal.protocol.Event;
import io.github.leaderelection.internal.protocol.Notice;
import io.github.leaderelection.internal.runtime.extension.ExtensionFactory;
import io.github.leaderelection.internal.runtime.extension.GroupExtension;
import io.github.leaderelection.internal.runtime.extension.GroupHost;
import io.github.leaderelection.spi.ElectionMessage;
import io.github.leaderelection.spi.Envelope;
import io.github.leaderelection.spi.LinkLoss;
import io.github.leaderelection.spi.StateAge;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.renew;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static io.github.leaderelection.internal.runtime.FakeEffects.save;
import static io.github.leaderelection.internal.runtime.FakeEffects.send;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What stands beside an election, given from outside.
 */
class ExtensionTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final Toy toy = new Toy();

	private GroupHost start() {
		this.environment.extensions = List.of(this.toy);
		this.environment.group("default", this.protocol).start().run();
		GroupHost host = this.toy.host;
		if (host == null) {
			throw new IllegalStateException("The extension was not made");
		}
		return host;
	}

	private void receive(String cluster, ElectionMessage body) {
		this.environment.transport.receiver()
			.received(new Envelope<>(cluster, "default", FakeEnvironment.OTHER, "id-b", 3, "list", 0, body));
		this.environment.run();
	}

	@Test
	void effectsAreToldInTheirOrderOnceTheyWerePerformed() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND)), send("won")))
			.on("renew", (input) -> List.of(renew(5, this.environment.lease(SECOND))))
			.on("lose", revoke(5), new Effect.FollowLeader<>(FakeEnvironment.OTHER, 6, 6, true),
					new Effect.LeaderLost<>());
		start();
		assertThat(this.toy.seen).containsExactly("begin", "check");
		this.toy.seen.clear();
		for (String each : List.of("win", "renew", "lose")) {
			this.environment.receive(each);
		}
		assertThat(this.toy.seen).containsExactly("Grant, leads: true", "Send, leads: true", "check",
				"Renew, leads: true", "check", "Revoke, leads: false", "FollowLeader, leads: false",
				"LeaderLost, leads: false", "check");
	}

	@Test
	void effectsThatWaitForASaveAreToldAfterIt() {
		this.protocol.on("win", (input) -> List.of(save(5), grant(5, this.environment.lease(SECOND))));
		start();
		this.toy.seen.clear();
		this.environment.receive("win");
		assertThat(this.toy.seen).containsExactly("check");
		this.environment.save();
		assertThat(this.toy.seen).containsExactly("check", "Grant, leads: true", "check");
	}

	@Test
	void anEffectThatFailsIsToldToo() {
		this.protocol.on("greet", send("hello"), revoke(5));
		start();
		this.toy.seen.clear();
		this.environment.transport.failing = true;
		this.environment.receive("greet");
		assertThat(this.toy.seen).containsExactly("Send, leads: false", "Revoke, leads: false", "check");
	}

	@Test
	void tasksRunOnTheLoopAndAreFollowedByACheck() {
		GroupHost host = start();
		this.toy.seen.clear();
		int wakeUps = this.environment.wakeUps;
		host.post(() -> this.toy.seen.add("task"));
		assertThat(this.toy.seen).isEmpty();
		assertThat(this.environment.wakeUps).isEqualTo(wakeUps + 1);
		this.environment.run();
		assertThat(this.toy.seen).containsExactly("task", "check");
	}

	@Test
	void nextCheckComesWhenItIsDue() {
		this.toy.next = SECOND.toNanos();
		start();
		this.toy.seen.clear();
		assertThat(this.environment.run()).isEqualTo(this.environment.nanos + SECOND.toNanos());
		this.environment.pass(SECOND.minusNanos(1));
		this.environment.run();
		assertThat(this.toy.seen).isEmpty();
		this.environment.nanos += 1;
		this.environment.run();
		assertThat(this.toy.seen).containsExactly("check");
	}

	@Test
	void messagesAreSentBesideThoseOfTheElection() {
		this.protocol.on("greet", send("hello"));
		GroupHost host = start();
		this.environment.transport.receiver()
			.received(new Envelope<>("cluster", "default", FakeEnvironment.OTHER, "id-b", 3, "list", 0,
					new StateAge(9, "", 0), new FakeMessage("greet")));
		this.environment.run();
		host.send(FakeEnvironment.OTHER, new ToyMessage.Greeting(4));
		assertThat(this.environment.transport.sent).containsExactly("hello", "Greeting[term=4]");
		Envelope<?> hello = this.environment.transport.envelopes.get(0);
		assertThat(hello.age()).isEqualTo(new StateAge(0, "id-b", 9));
		assertThat(this.environment.transport.envelopes.get(1))
			.isEqualTo(new Envelope<>("cluster", "default", FakeEnvironment.SELF, hello.identity(), host.incarnation(),
					hello.fingerprint(), 0, null, new ToyMessage.Greeting(4)));
	}

	@Test
	void messagesOfItsTypeAreItsOwn() {
		this.protocol.atStart(new Effect.ConnectPeer<>(FakeEnvironment.OTHER));
		start();
		this.toy.seen.clear();
		this.environment.transport.receiver().connected(FakeEnvironment.OTHER, Map.of());
		receive("cluster", new ToyMessage.Greeting(4));
		assertThat(this.toy.seen).containsExactly("Greeting[term=4] of b", "check");
		assertThat(this.protocol.steps()).containsExactly("PeerConnected");
		receive("cluster", new FakeMessage("greet"));
		assertThat(this.protocol.steps()).containsExactly("PeerConnected", "greet");
		assertThat(this.environment.elector().count(Notice.MESSAGE_REFUSED)).isZero();
	}

	@Test
	void messagesOfAnotherClusterOrOfNobodyAreRefused() {
		start();
		this.toy.seen.clear();
		receive("foreign", new ToyMessage.Greeting(4));
		receive("cluster", new Strange(4));
		assertThat(this.toy.seen).isEmpty();
		assertThat(this.protocol.steps()).isEmpty();
		assertThat(this.environment.elector().count(Notice.MESSAGE_REFUSED)).isEqualTo(2);
	}

	@Test
	void nothingComesAfterTheEnd() {
		GroupHost host = start();
		this.environment.transport.receiver().disconnected(FakeEnvironment.OTHER, LinkLoss.CLOSED);
		this.environment.loop().stop();
		this.environment.run();
		assertThat(this.environment.loop().isStopped()).isTrue();
		assertThat(this.toy.seen).last().isEqualTo("end");
		this.toy.seen.clear();
		host.post(() -> this.toy.seen.add("task"));
		receive("cluster", new ToyMessage.Greeting(4));
		assertThat(this.toy.seen).isEmpty();
	}

	@Test
	void whatIsWithheldIsNeitherPerformedNorToldBeforeTheHostPerformsIt() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND)), send("won")));
		GroupHost host = start();
		this.toy.withheld = Effect.Grant.class;
		this.toy.seen.clear();
		this.environment.receive("win");
		assertThat(this.toy.seen).containsExactly("withheld Grant", "Send, leads: false", "check");
		assertThat(this.environment.elector().isLeader()).isFalse();
		host.post(() -> host.perform(grant(5, this.environment.lease(SECOND))));
		this.environment.run();
		assertThat(this.toy.seen).endsWith("Grant, leads: true", "check");
	}

	@Test
	void oneThatIsWithheldIsNotToldToAnother() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND)), send("won")));
		Toy first = new Toy();
		this.environment.extensions = List.of(first, this.toy);
		this.environment.group("default", this.protocol).start().run();
		first.withheld = Effect.Grant.class;
		this.toy.seen.clear();
		this.environment.receive("win");
		assertThat(this.toy.seen).containsExactly("Send, leads: false", "check");
	}

	@Test
	void electionHearsWhatItsExtensionAsks() {
		GroupHost host = start();
		host.ask(new Event.WorkDrained<>(5));
		this.environment.run();
		assertThat(this.protocol.steps()).containsExactly("WorkDrained");
	}

	@Test
	void workUnderATokenOrALowerOneIsSeen() {
		this.protocol.on("win", (input) -> List.of(grant(5, this.environment.lease(SECOND))));
		GroupHost host = start();
		this.environment.receive("win");
		assertThat(host.works(5)).isFalse();
		try (LeaderWork work = this.environment.elector().beginWork("job")) {
			assertThat(work).isNotNull();
			assertThat(host.works(4)).isFalse();
			assertThat(host.works(5)).isTrue();
			assertThat(host.works(6)).isTrue();
		}
		assertThat(host.works(6)).isFalse();
	}

	@Test
	void groupShowsItselfToItsExtension() {
		GroupHost host = start();
		assertThat(host.settings()).isEqualTo(FakeEnvironment.settings("default"));
		assertThat(host.clock()).isSameAs(this.environment.clock);
		assertThat(host.url(FakeEnvironment.OTHER)).isEqualTo("http://b");
		assertThat(host.url(FakeEnvironment.SELF)).isNull();
		host.watchdog().schedule(3, () -> {
		});
		assertThat(this.environment.watched.values()).contains(3L);
	}

	/**
	 * A message that nobody takes.
	 */
	private record Strange(long term) implements ElectionMessage {
	}

	/**
	 * What extensions say to each other.
	 */
	private sealed interface ToyMessage extends ElectionMessage {

		record Greeting(long term) implements ToyMessage {
		}

	}

	/**
	 * An extension that remembers what it was told.
	 */
	private final class Toy implements ExtensionFactory, GroupExtension {

		private final List<String> seen = new ArrayList<>();

		private @Nullable GroupHost host;

		private long next = NEVER;

		private @Nullable Class<?> withheld;

		@Override
		public String name() {
			return "toy";
		}

		@Override
		public Class<? extends ElectionMessage> messageType() {
			return ToyMessage.class;
		}

		@Override
		public GroupExtension create(GroupHost newHost) {
			this.host = newHost;
			return this;
		}

		@Override
		public void begin() {
			this.seen.add("begin");
		}

		@Override
		public boolean withholds(Effect<?> effect) {
			boolean withholds = effect.getClass() == this.withheld;
			if (withholds) {
				this.seen.add("withheld " + effect.getClass().getSimpleName());
			}
			return withholds;
		}

		@Override
		public void performed(Effect<?> effect) {
			this.seen.add(effect.getClass().getSimpleName() + ", leads: "
					+ ExtensionTests.this.environment.elector().isLeader());
		}

		@Override
		public void received(Envelope<? extends ElectionMessage> message) {
			this.seen.add(message.body() + " of " + message.from());
		}

		@Override
		public long check(long monotonicNanos) {
			this.seen.add("check");
			return this.next;
		}

		@Override
		public void end() {
			this.seen.add("end");
		}

	}

}

package io.github.leaderelection.internal.runtime.leadership;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.leaderelection.RevocationReason;
import io.github.leaderelection.internal.runtime.FakeEnvironment;
import io.github.leaderelection.internal.runtime.FakeProtocol;
import io.github.leaderelection.internal.runtime.RecordingListener;
import org.junit.jupiter.api.Test;

import static io.github.leaderelection.internal.runtime.FakeEffects.grant;
import static io.github.leaderelection.internal.runtime.FakeEffects.renew;
import static io.github.leaderelection.internal.runtime.FakeEffects.revoke;
import static org.assertj.core.api.Assertions.assertThat;

class RevocationRaceTests {

	private static final int ROUNDS = 4_000;

	private final FakeProtocol protocol = new FakeProtocol(FakeEnvironment.SELF);

	private final FakeEnvironment environment = new FakeEnvironment();

	private final RecordingListener listener = new RecordingListener();

	private final List<String> heard = new ArrayList<>();

	private List<Runnable> watchdog = List.of();

	private long token;

	@Test
	void loopAndWatchdogTogetherTellOfEachGrantExactlyOneRevocationInOrder() throws Exception {
		this.protocol.on("lose", (input) -> List.of(revoke(this.token)));
		race("lose");
	}

	@Test
	void aRenewalThatRacesTheWatchdogLeavesNoGrantUnrevokedAndRevivesNone() throws Exception {
		this.protocol.on("renew", (input) -> List.of(renew(this.token, this.environment.lease(Duration.ofHours(1)))));
		race("renew");
	}

	private void race(String text) throws Exception {
		this.protocol.on("win", (input) -> List.of(grant(this.token, this.environment.lease(Duration.ofMillis(1)))));
		// Only queued: nobody is told while two threads tell.
		this.environment.listenersInline = false;
		this.environment.group("default", this.protocol).start();
		this.environment.elector().addListener(this.listener);
		Runnable win = () -> {
			this.token++;
			this.protocol.inputs.clear();
			this.environment.watched.clear();
			this.environment.receive("win");
			this.environment.pass(Duration.ofMillis(1));
		};
		Runnable watchdog = () -> this.environment.watched.keySet().forEach(Runnable::run);
		TightRace.run(ROUNDS, win, () -> this.environment.receive(text), watchdog, this::assertRevokedOnce);
	}

	private void assertRevokedOnce() {
		assertThat(this.environment.elector().isLeader()).isFalse();
		this.environment.tellings.forEach(Runnable::run);
		this.environment.tellings.clear();
		this.heard.addAll(this.listener.heard);
		this.listener.heard.clear();
		assertThat(this.heard).hasSize(4)
			.startsWith("granted " + this.token, "leader a")
			.element(2)
			.asString()
			.startsWith("revoked " + this.token + " ");
		assertThat(this.heard).last().isEqualTo("leader none");
		this.heard.clear();
	}

	@Test
	void aRevocationByTheWatchdogIsToldBeforeTheNextGrantOfTheLoop() throws Exception {
		this.protocol.on("win", (input) -> List.of(grant(this.token, this.environment.lease(Duration.ofMillis(1)))))
			.on("again",
					(input) -> List.of(revoke(this.token),
							grant(this.token + 1, this.environment.lease(Duration.ofMillis(1)))))
			.on("lose", (input) -> List.of(revoke(this.token + 1)));
		this.environment.listenersInline = false;
		this.environment.group("default", this.protocol).start();
		this.environment.elector().addListener(this.listener);
		Runnable win = () -> {
			this.token += 2;
			this.protocol.inputs.clear();
			this.environment.watched.clear();
			this.environment.receive("win");
			this.environment.pass(Duration.ofMillis(1));
			this.watchdog = List.copyOf(this.environment.watched.keySet());
		};
		TightRace.run(10 * ROUNDS, win, () -> this.environment.receive("again"),
				() -> this.watchdog.forEach(Runnable::run), () -> {
					this.environment.receive("lose");
					this.environment.tellings.forEach(Runnable::run);
					this.environment.tellings.clear();
					assertThat(this.listener.heard).map((each) -> each.split(" ")[0] + " " + each.split(" ")[1])
						.containsExactly("granted " + this.token, "leader a", "revoked " + this.token, "leader none",
								"granted " + (this.token + 1), "leader a", "revoked " + (this.token + 1),
								"leader none");
					this.listener.heard.clear();
				});
	}

	@Test
	void ofTwoThatEndAGrantExactlyOneSucceeds() throws Exception {
		this.environment.group("default", this.protocol);
		LeadershipPublisher publisher = this.environment.elector().outlets().grants();
		AtomicInteger ended = new AtomicInteger();
		Runnable publish = () -> {
			this.token++;
			ended.set(0);
			GrantedLeadership leadership = new GrantedLeadership("default", this.token, this.token,
					this.environment.clock, publisher.current(), new GroupEvents() {

						@Override
						public void grantEnded(long fencingToken) {
						}

						@Override
						public void workDrained(long fencingToken) {
						}

					}, publisher.running());
			publisher.publish(
					new PublishedLeadership(leadership, this.token, this.environment.lease(Duration.ofHours(1))), null);
		};
		Runnable end = () -> {
			if (publisher.end(this.token, RevocationReason.RESIGNED)) {
				ended.incrementAndGet();
			}
		};
		Runnable renewAndEnd = () -> {
			publisher.renew(this.token, this.token, this.environment.lease(Duration.ofHours(2)));
			end.run();
		};

		TightRace.run(25 * ROUNDS, publish, end, renewAndEnd, () -> {
			assertThat(ended.get()).isEqualTo(1);
			assertThat(publisher.current().get()).isNull();
		});
	}

}

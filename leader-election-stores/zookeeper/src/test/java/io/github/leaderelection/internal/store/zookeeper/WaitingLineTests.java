package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for a {@link WaitingLine}, and for whom it wakes.
 */
class WaitingLineTests {

	private static final String RECORD = LeaseUser.NODES.record();

	private static final int MANY = 50;

	private static final Duration STEP = Duration.ofMillis(50);

	/** Outlasts a test. */
	private static final Duration LONG = Duration.ofMinutes(5);

	@RegisterExtension
	private static final ZookeeperServer server = new ZookeeperServer();

	private final List<LeaseUser> users = new ArrayList<>();

	private LeaseUser leader;

	private LeaseRecord held;

	@BeforeEach
	void lead() {
		this.leader = user(Recipe.FIRST);
		this.held = this.leader.held();
	}

	@AfterEach
	void deleteAll() throws Exception {
		this.users.parallelStream().forEach(LeaseUser::close);
		server.operator().delete().deletingChildrenIfNeeded().forPath("/leases");
	}

	private LeaseUser user(Recipe recipe) {
		return user(server.client(server.port(), Duration.ofSeconds(4)), recipe);
	}

	private LeaseUser user(CuratorFramework client, Recipe recipe) {
		return user(new ZookeeperLeaseStore(client, "/leases", recipe));
	}

	private LeaseUser user(ZookeeperLeaseStore store) {
		LeaseUser user = new LeaseUser(store, "node-" + this.users.size());
		this.users.add(user);
		return user;
	}

	private LeaseUser waiting() {
		return waiting(STEP);
	}

	/** Each that waits lets the one before it go first for a step. */
	private LeaseUser waiting(Duration step) {
		return ready(user(new ZookeeperLeaseStore(server.client(server.port(), Duration.ofSeconds(4)), "/leases",
				Recipe.SEQUENTIAL, step))
			.waiting());
	}

	/** Somebody stands in line who does nothing. */
	private static String silent() throws Exception {
		return server.operator()
			.create()
			.creatingParentsIfNeeded()
			.withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
			.forPath(LeaseUser.NODES.waiting() + "/silent.1-", new byte[0]);
	}

	private static LeaseUser ready(LeaseUser user) {
		Awaitility.await()
			.atMost(LeaseUser.PATIENCE)
			.pollInterval(Duration.ofMillis(5))
			.until(user.store()::tellsChanges);
		return user;
	}

	private static List<String> places() throws Exception {
		return server.operator().getChildren().forPath(LeaseUser.NODES.waiting()).stream().sorted().toList();
	}

	private static int hints(List<LeaseUser> users) {
		return users.stream().mapToInt((user) -> user.hints().get()).sum();
	}

	private static void awaitHint(LeaseUser user, int before) {
		Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> user.hints().get() > before);
	}

	@Test
	void ofFiftyThatWaitOneReadsAndTakesAfterARelease() throws Exception {
		List<LeaseUser> line = line(MANY, LONG);
		line.forEach((user) -> user.hints().set(0));
		this.leader.done(LeaseUser.release(this.held.version()));
		LeaseUser next = line.get(0);
		awaitHint(next, 0);
		LeaseRecord taken = next.done(next.take(next.present().version()));
		awaitHint(line.get(1), 0);
		assertThat(line.get(1).present()).isEqualTo(taken);
		assertThat(hints(line)).isEqualTo(2);
		assertThat(places()).hasSize(MANY - 1);
	}

	private List<LeaseUser> line(int count, Duration step) {
		return IntStream.range(0, count).mapToObj((i) -> waiting(step)).toList();
	}

	@Test
	void behindOneThatDoesNotTakeFourAreWokenAndNoMore() throws Exception {
		silent();
		List<LeaseUser> line = line(6, Duration.ofMillis(1));
		LeaseRecord released = this.leader.done(LeaseUser.release(this.held.version()));
		line.subList(0, 4).forEach((user) -> awaitHint(user, 0));
		LeaseUser next = line.get(0);
		LeaseRecord taken = next.done(next.take(released.version()));
		// what comes later is told after what the others would have been told
		next.done(LeaseUser.release(taken.version(), line.get(5).node()));
		line.subList(4, 6).forEach((user) -> awaitHint(user, 0));
		assertThat(hints(line.subList(4, 6))).isEqualTo(2);
	}

	@Test
	void whoStoodBehindManyIsWokenOnceMostOfThemHaveLeft() throws Exception {
		List<String> before = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			before.add(silent());
		}
		LeaseUser last = waiting(Duration.ofMillis(1));
		this.leader.done(LeaseUser.release(this.held.version()));
		for (String place : before.subList(0, 5)) {
			server.operator().delete().forPath(place);
		}
		Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> {
			last.read();
			// Whoever releases first makes it, and is not waited for.
			server.operator().create().orSetData().forPath(LeaseUser.NODES.released(), new byte[0]);
			return last.hints().get() > 0;
		});
	}

	@Test
	void whereWhoeverWritesFirstLeadsAllAreWokenByARelease() {
		List<LeaseUser> waiting = IntStream.range(0, 5).mapToObj((i) -> ready(user(Recipe.FIRST).waiting())).toList();
		this.leader.done(LeaseUser.release(this.held.version()));
		waiting.forEach((user) -> awaitHint(user, 0));
		assertThat(hints(waiting)).isEqualTo(5);
	}

	@Test
	void renewalsWakeNobody() {
		List<LeaseUser> all = new ArrayList<>(line(3, STEP));
		all.add(ready(user(Recipe.FIRST).waiting()));
		all.forEach((user) -> user.hints().set(0));
		LeaseRecord last = this.held;
		for (int i = 0; i < 10; i++) {
			last = this.leader.done(LeaseUser.renew(last.version()));
		}
		// what comes after the renewals is told after what they would have told
		this.leader.done(LeaseUser.release(last.version(), all.get(1).node()));
		all.forEach((user) -> awaitHint(user, 0));
		assertThat(all).extracting((user) -> user.hints().get()).containsOnly(1);
	}

	@Test
	void thoseInLineComeInTheOrderInWhichTheyCame() {
		List<LeaseUser> line = line(4, LONG);
		LeaseUser before = this.leader;
		LeaseRecord last = this.held;
		// those behind wait for half of their time
		for (LeaseUser next : line) {
			LeaseRecord released = before.done(LeaseUser.release(last.version()));
			awaitHint(next, 0);
			List<CompletableFuture<Answer>> under = line.stream()
				.sorted((one, other) -> (one == next) ? 1 : (other == next) ? -1 : 0)
				.map((user) -> user.store()
					.ask(user.take(released.version()), (user == next) ? LeaseUser.PATIENCE : Duration.ofSeconds(1)))
				.map((stage) -> stage.toCompletableFuture())
				.toList();
			under.forEach(CompletableFuture::join);
			last = this.leader.present();
			assertThat(last.holder()).isEqualTo(next.node());
			before = next;
		}
	}

	@Test
	void whoHasReleasedStandsBehindAllOthers() throws Exception {
		LeaseUser one = waiting();
		waiting();
		LeaseRecord released = this.leader.done(LeaseUser.release(this.held.version()));
		LeaseRecord taken = one.done(one.take(released.version()));
		assertThat(one.present()).isEqualTo(taken);
		List<String> others = places();
		assertThat(others).hasSize(1);
		one.done(LeaseUser.release(taken.version()));
		one.present();
		Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> places().size() == 2);
		assertThat(places().stream().min(Comparator.comparing(WaitingLineTests::number))).contains(others.get(0));
	}

	/** Names begin with who stands there, and end with the number. */
	private static String number(String place) {
		return place.substring(place.lastIndexOf('-') + 1);
	}

	@Test
	void deadPredecessorDelaysATakeAndNoMore() throws Exception {
		silent();
		LeaseUser behind = waiting();
		LeaseRecord released = this.leader.done(LeaseUser.release(this.held.version()));
		LeaseRecord taken = behind.done(behind.take(released.version()));
		assertThat(taken.holder()).isEqualTo(behind.node());
	}

	@Test
	void nodeThatTheReleaseIsMeantForIsWokenAndGoesFirstWhereverItStands() {
		List<LeaseUser> line = line(3, Duration.ofMillis(500));
		LeaseUser preferred = line.get(2);
		int before = preferred.hints().get();
		LeaseRecord released = this.leader.done(LeaseUser.release(this.held.version(), preferred.node()));
		awaitHint(preferred, before);
		assertThat(preferred.present()).isEqualTo(released);
		CompletableFuture<Answer> behind = line.get(1)
			.store()
			.ask(line.get(1).take(released.version()), Duration.ofSeconds(20))
			.toCompletableFuture();
		preferred.done(preferred.take(released.version()));
		assertThat(behind.join()).isEqualTo(new Answer.NotDone());
	}

	@Test
	void takeWithoutItsPlaceIsRefusedByTheServer() throws Exception {
		LeaseUser user = waiting();
		LeaseRecord released = this.leader.done(LeaseUser.release(this.held.version()));
		server.operator().delete().forPath(LeaseUser.NODES.waiting() + "/" + places().get(0));
		assertThat(user.ask(user.take(released.version()))).isEqualTo(new Answer.NotDone());
		assertThat(this.leader.present()).isEqualTo(released);
		Awaitility.await()
			.atMost(LeaseUser.PATIENCE)
			.until(() -> user.ask(user.take(released.version())) instanceof Answer.Mine);
	}

	@Test
	void createWhoseAnswerIsLostLeavesNoSecondNode() throws Exception {
		waiting();
		List<String> before = places();
		try (Relay relay = new Relay(server.port())) {
			LeaseUser user = user(server.client(relay.port(), Duration.ofSeconds(4)), Recipe.SEQUENTIAL);
			user.present();
			relay.lose(false, true);
			user.waiting();
			Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> places().size() == 2);
			List<String> made = places();
			assertThat(user.store().tellsChanges()).isFalse();
			relay.lose(false, false);
			relay.cut();
			Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> {
				user.read();
				return user.store().tellsChanges();
			});
			assertThat(places()).isEqualTo(made).containsAll(before);
		}
	}

	@Test
	void nodeOfAFormerTryThatComesLateIsDeleted() throws Exception {
		LeaseUser user = waiting();
		List<String> before = places();
		String self = before.get(0).substring(0, before.get(0).indexOf('.'));
		server.operator()
			.create()
			.withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
			.forPath(LeaseUser.NODES.waiting() + "/" + self + ".late-", new byte[0]);
		assertThat(places()).hasSize(2);
		assertThat(user.ask(user.take("old"))).isEqualTo(new Answer.NotDone());
		Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> places().equals(before));
	}

	@Test
	void sessionThatEndedHasItsPlaceNoMoreAndTheNextSessionHasAnother() throws Exception {
		try (Relay relay = new Relay(server.port())) {
			LeaseUser user = ready(
					user(server.client(relay.port(), Duration.ofMillis(500)), Recipe.SEQUENTIAL).waiting());
			List<String> before = places();
			LeaseUser behind = waiting();
			relay.lose(false, true);
			awaitHint(behind, 0);
			// A pause of this machine may have ended the session before, and begun
			// another.
			Awaitility.await()
				.atMost(LeaseUser.PATIENCE)
				.untilAsserted(() -> assertThat(places()).hasSize(1).doesNotContainAnyElementsOf(before));
			relay.lose(false, false);
			Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> {
				user.read();
				return places().size() == 2;
			});
			assertThat(places()).doesNotContainAnyElementsOf(before);
			int hints = user.hints().get();
			this.leader.done(LeaseUser.release(this.held.version(), user.node()));
			awaitHint(user, hints);
		}
	}

	@Test
	void restartOfTheServerLosesNoHint() throws Exception {
		LeaseUser user = waiting();
		server.restart();
		this.leader.awaitAnswer();
		user.awaitAnswer();
		int before = user.hints().get();
		this.leader.done(LeaseUser.release(this.held.version()));
		awaitHint(user, before);
	}

	@Test
	void whoWatchesNoMoreLeavesTheLine() throws Exception {
		LeaseUser user = user(Recipe.SEQUENTIAL);
		try (var watch = user.store().watch(LeaseUser.KEY, (record) -> {
		})) {
			ready(user);
			assertThat(watch).isNotNull();
			assertThat(places()).hasSize(1);
		}
		Awaitility.await().atMost(LeaseUser.PATIENCE).until(() -> places().isEmpty());
		assertThat(server.operator().getData().forPath(RECORD)).isNotEmpty();
	}

}

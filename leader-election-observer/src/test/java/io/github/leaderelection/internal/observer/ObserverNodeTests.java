package io.github.leaderelection.internal.observer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.leaderelection.ElectionRequestException;
import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderBroadcast;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.Role;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.internal.view.GroupValue;
import io.github.leaderelection.internal.view.GroupView;
import io.github.leaderelection.internal.view.GroupView.Led;
import io.github.leaderelection.internal.view.GroupView.Listed;
import io.github.leaderelection.internal.view.GroupView.Said;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link ObserverNode}.
 */
class ObserverNodeTests {

	private static final NodeId A = NodeId.of("a");

	private static final NodeId B = NodeId.of("b");

	private static final NodeId C = NodeId.of("c");

	private static final NodeId X = NodeId.of("x");

	private final HandLink link = new HandLink();

	private final List<GroupValue> values = new CopyOnWriteArrayList<>();

	private final ObserverNode node = new ObserverNode(new ObserverIdentity(X, "c", listed()),
			List.of("default", "other"), () -> this.link,
			(group) -> "other".equals(group) ? List.of("no owner of p1") : List.of(), this.values::add);

	private final LeaderElector elector = this.node.elector("default");

	private final List<String> heard = new CopyOnWriteArrayList<>();

	/** Whose threads nobody else has. */
	private static final NodeId Z = NodeId.of("observer-whose-link-fails");

	private static Map<NodeId, String> listed() {
		Map<NodeId, String> listed = new LinkedHashMap<>();
		listed.put(A, "http://a:1");
		listed.put(B, "http://b:1");
		return listed;
	}

	private static GroupView view(@Nullable String leader, long term) {
		Led led = (leader != null) ? new Led(NodeId.of(leader), "http://" + leader + ":2", term, term) : null;
		return new GroupView("default", "quorum", term, 300, "f", led,
				List.of(new Listed(A, null, MemberState.UP, null), new Listed(B, "http://b:2", MemberState.DOWN, 2)),
				(term > 5) ? new Said(A, term, 1, "said in " + term) : null);
	}

	@AfterEach
	void close() {
		this.node.close();
		assertThat(this.link.open).isFalse();
	}

	private void start() {
		this.elector.addListener(new LeadershipListener() {

			@Override
			public void onLeaderChanged(@Nullable LeaderInfo leader) {
				ObserverNodeTests.this.heard.add("leader " + ((leader != null) ? leader.id() : null));
			}

			@Override
			public void onBroadcast(LeaderBroadcast broadcast) {
				ObserverNodeTests.this.heard.add(broadcast.text());
			}

			@Override
			public void onMemberChanged(NodeId member, MemberState state) {
				ObserverNodeTests.this.heard.add(member + " " + state);
			}

		});
		this.node.start();
	}

	private void show(GroupView view) {
		this.link.receiver.shown(view);
	}

	private void awaitHeard(String... all) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(5))
			.untilAsserted(() -> assertThat(this.heard).containsExactly(all));
	}

	private void awaitHeardBesides(String... all) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(5))
			.untilAsserted(() -> assertThat(this.heard).containsExactlyInAnyOrder(all));
	}

	@Test
	void followsWhatIsShown() {
		start();
		this.link.receiver.linked(A);
		show(view("b", 6));
		awaitHeard("leader b", "said in 6", "a UP", "b DOWN");
		show(view("b", 6));
		show(view("a", 7));
		awaitHeard("leader b", "said in 6", "a UP", "b DOWN", "leader a", "said in 7");
		assertThat(this.elector.leader()).contains(new LeaderInfo(A, "http://a:2", 7, 7, true));
		assertThat(this.elector.broadcasts().last()).contains(new LeaderBroadcast(A, 7, 1, "said in 7"));
		ElectionStatus status = this.elector.status();
		assertThat(status.term()).isEqualTo(7);
		assertThat(status.algorithm()).isEqualTo("quorum");
		assertThat(status.leaderlessFor()).isNull();
		assertThat(status.problems()).isEmpty();
		assertThat(status.members()).containsExactly(
				new MemberStatus(A, "http://a:1", MemberState.UP, true, null, null, null),
				new MemberStatus(B, "http://b:2", MemberState.DOWN, false, null, 2, null));
		assertThat(status.history()).extracting((period) -> period.leader() + " " + period.term())
			.containsExactly("b 6", "a 7");
	}

	@Test
	void memberWhoseStateIsUnknownIsNoNewsAndOneThatLeftTheListIsDown() {
		start();
		this.link.receiver.linked(A);
		show(view("a", 5));
		show(view("a", 5).withMembers(List.of(new Listed(A, null, MemberState.UNKNOWN, null),
				new Listed(B, null, MemberState.UP, 2), new Listed(C, null, MemberState.UP, null))));
		awaitHeard("leader a", "a UP", "b DOWN", "b UP", "c UP");
		show(view("a", 5).withMembers(List.of(new Listed(A, null, MemberState.UP, null))));
		awaitHeardBesides("b DOWN", "c DOWN", "leader a", "a UP", "b DOWN", "b UP", "c UP");
		show(view("a", 5).withMembers(
				List.of(new Listed(A, null, MemberState.UP, null), new Listed(C, null, MemberState.UP, null))));
		awaitHeardBesides("b DOWN", "c DOWN", "c UP", "leader a", "a UP", "b DOWN", "b UP", "c UP");
	}

	@Test
	void leavesAMemberThatKnowsNoLeader() {
		HandLink leaderless = new HandLink();
		try (ObserverNode impatient = new ObserverNode(new ObserverIdentity(X, "c", listed()), List.of("default"),
				() -> leaderless, (group) -> List.of(), this.values::add, () -> new MemberPatience((least) -> 1))) {
			impatient.start();
			leaderless.receiver.linked(A);
			Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> leaderless.moves > 0);
		}
	}

	@Test
	void aStartWhoseLinkFailsLeavesNothingBehind() {
		HandLink broken = new HandLink() {

			@Override
			public void start(Receiver newReceiver) {
				super.start(newReceiver);
				throw new NoClassDefFoundError("client");
			}

		};
		try (ObserverNode failing = new ObserverNode(new ObserverIdentity(Z, "c", listed()), List.of("default"),
				() -> broken, (group) -> List.of(), this.values::add)) {
			assertThatExceptionOfType(NoClassDefFoundError.class).isThrownBy(failing::start);
			assertThat(failing.isRunning()).isFalse();
			assertThat(broken.open).isFalse();
			assertThat(failing.elector("default").status().problems()).isEqualTo(this.elector.status().problems());
			Awaitility.await()
				.atMost(Duration.ofSeconds(60))
				.until(() -> Thread.getAllStackTraces()
					.keySet()
					.stream()
					.noneMatch((thread) -> thread.getName().startsWith("leader-election-" + Z)));
		}
	}

	@Test
	void answersAsAFollowerWhateverIsShown() {
		start();
		this.link.receiver.linked(A);
		show(view("x", 6));
		awaitHeard("leader x", "said in 6", "a UP", "b DOWN");
		assertThat(this.elector.isLeader()).isFalse();
		assertThat(this.elector.leadership()).isEmpty();
		assertThat(this.elector.beginWork()).isNull();
		assertThat(this.elector.beginWork("w")).isNull();
		assertThat(this.elector.runIfLeader(() -> this.heard.add("ran"))).isFalse();
		assertThat(this.elector.workInFlight().count()).isZero();
		assertThat(this.elector.eligibility().isPaused()).isFalse();
		ElectionStatus status = this.elector.status();
		assertThat(status.role()).isEqualTo(Role.FOLLOWER);
		assertThat(status.leading()).isFalse();
		assertThat(status.fencingToken()).isNull();
		assertThat(status.voting()).startsWith("no: ");
		assertThat(ElectorInternals.of(this.elector).observes()).isTrue();
		List<CompletionStage<Void>> requests = List.of(this.elector.resign(), this.elector.transferTo(A),
				this.elector.broadcasts().send("t"), this.elector.eligibility().pause(),
				this.elector.eligibility().resume());
		for (CompletionStage<Void> request : requests) {
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> request.toCompletableFuture().join())
				.withCauseInstanceOf(ElectionRequestException.class)
				.withMessageContaining("observes");
		}
	}

	@Test
	void forgetsALeaderThatNobodyConfirmsForALease() {
		start();
		this.link.receiver.linked(A);
		show(view("b", 5));
		awaitHeard("leader b", "a UP", "b DOWN");
		this.link.receiver.unlinked("it hung up");
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> this.elector.status().problems().toString().contains("it hung up"));
		awaitHeard("leader b", "a UP", "b DOWN", "leader null");
		ElectionStatus status = this.elector.status();
		assertThat(status.leaderlessFor()).isNotNull();
		assertThat(status.term()).isEqualTo(5);
		assertThat(status.members()).extracting(MemberStatus::state).containsOnly(MemberState.UNKNOWN);
		assertThat(status.members()).extracting(MemberStatus::connected).containsOnly(false);
	}

	@Test
	void aGroupThatTheMembersDoNotHaveIsAProblem() {
		start();
		this.link.receiver.linked(A);
		show(view("b", 5));
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.until(() -> this.node.elector("other").status().problems().toString().contains("leader-election.groups"));
		assertThat(this.node.elector("other").status().problems()).contains("no owner of p1");
		assertThat(this.elector.status().problems()).isEmpty();
		show(new GroupView("unknown", "quorum", 1, 300, "f", null, List.of(), null));
		assertThat(this.node.groups()).containsExactly("default", "other");
	}

	@Test
	void passesOnTheValuesOfItsGroups() {
		start();
		this.link.receiver.linked(A);
		GroupValue value = new GroupValue("other", new LeaderSequenceNumber(3, 1), List.of(), false);
		this.link.receiver.kept(new GroupValue("unknown", value.sequence(), List.of(), false));
		this.link.receiver.kept(value);
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.untilAsserted(() -> assertThat(this.values).containsExactly(value));
	}

	@Test
	void beforeItsStartAndAfterItsStopItKnowsNobody() {
		assertThat(this.elector.status().problems()).containsExactly(Picture.STOPPED);
		assertThat(this.elector.status().members()).extracting(MemberStatus::url)
			.containsExactly("http://a:1", "http://b:1");
		start();
		assertThat(this.node.isRunning()).isTrue();
		this.link.receiver.linked(A);
		show(view("b", 5));
		awaitHeard("leader b", "a UP", "b DOWN");
		this.node.close();
		assertThat(this.node.isRunning()).isFalse();
		assertThat(this.elector.leader()).isEmpty();
		assertThat(this.elector.status().problems()).containsExactly(Picture.STOPPED);
		awaitHeard("leader b", "a UP", "b DOWN", "leader null");
		this.node.start();
		this.link.receiver.linked(B);
		show(view("a", 6));
		awaitHeard("leader b", "a UP", "b DOWN", "leader null", "leader a", "said in 6", "a UP", "b DOWN");
		assertThat(this.link.starts).isEqualTo(2);
	}

	@Test
	void isNoMember() {
		assertThatIllegalArgumentException().isThrownBy(() -> new ObserverIdentity(A, "c", listed()))
			.withMessageContaining("'a'");
		assertThatIllegalArgumentException().isThrownBy(() -> new ObserverIdentity(X, "c", Map.of()));
		assertThatIllegalArgumentException().isThrownBy(() -> this.node.elector("no"))
			.withMessageContaining("leader-election.groups.no");
		assertThat(new ArrayList<>(this.node.groups())).containsExactly("default", "other");
	}

	/**
	 * A test says what it hears.
	 */
	private static class HandLink implements MemberLink {

		private Receiver receiver;

		private boolean open;

		private int starts;

		private volatile int moves;

		@Override
		public void start(Receiver newReceiver) {
			this.receiver = newReceiver;
			this.open = true;
			this.starts++;
		}

		@Override
		public void moveOn() {
			this.moves++;
			this.receiver.unlinked("moved");
		}

		@Override
		public void close() {
			this.open = false;
		}

	}

}

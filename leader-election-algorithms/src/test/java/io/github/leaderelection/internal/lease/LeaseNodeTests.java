package io.github.leaderelection.internal.lease;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Member;
import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LeaseNodeTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** Runs out during the test. */
	private static final Duration SHORT = Duration.ofMillis(500);

	/** Outlasts the test. */
	private static final Duration LONG = Duration.ofMinutes(1);

	private final MemoryLeaseStore store = new MemoryLeaseStore();

	private final List<ElectionNode> nodes = new ArrayList<>();

	@AfterEach
	void stop() {
		this.nodes.forEach(ElectionNode::close);
	}

	@Test
	void oneOfTwoLeadsAndTheOtherSaysWhereItIsReached() throws Exception {
		start("a");
		start("b");
		LeaderElector leader = await(this::leader);
		LeaderElector follower = other(leader);
		LeaderInfo known = await(() -> follower.leader().orElse(null));
		assertThat(known.id()).isEqualTo(leader.status().node());
		assertThat(known.url()).isEqualTo("http://" + leader.status().node() + ":8080");
		assertThat(known.fencingToken()).isEqualTo(leader.leadership().map(Leadership::fencingToken).orElse(-1L));
		assertThat(leader.status().algorithm()).isEqualTo("lease");
		assertThat(leader.status().quorum()).isNull();
		StoreUse use = ElectorInternals.of(leader).storeUse().orElseThrow();
		assertThat(use.description()).isEqualTo(this.store.description());
		// a read, the record made, and taken
		assertThat(use.requests()).isGreaterThanOrEqualTo(3);
		assertThat(use.unanswered()).isZero();
	}

	@Test
	void whileTheStoreIsAwayNobodyLeadsForLongerThanALease() throws Exception {
		start("a", SHORT);
		start("b", SHORT);
		LeaderElector leader = await(this::leader);
		this.store.away(true);
		await(() -> (leader() == null) ? leader : null);
		assertThat(await(() -> leader.status().problems().isEmpty() ? null : leader.status().problems()))
			.anySatisfy((problem) -> assertThat(problem).contains("the store is away"));
		this.store.away(false);
		await(this::leader);
	}

	@Test
	void whatAStoreSaysWritesNoLinesOfItsOwnAndIsCut() throws Exception {
		this.store.away("it is away\n2026-11-27 ERROR \u001b[31m" + "x".repeat(100_000));
		start("a");
		LeaderElector elector = this.nodes.get(0).elector("default");
		String problem = await(() -> elector.status().problems().stream().findFirst().orElse(null));
		assertThat(problem).isPrintable().contains("it is away?2026-11-27 ERROR ?[31m").hasSizeLessThan(2000);
	}

	@Test
	void whatIsWrongWithARecordIsAProblem() throws Exception {
		start("a");
		await(this::leader);
		this.store.answers((answer) -> (answer instanceof LeaseStore.Answer.Held held)
				? new LeaseStore.Answer.Foreign(LeaseRecord.unreadable(held.record().version()), "its token '\n'")
				: answer);
		start("b");
		LeaderElector elector = this.nodes.get(1).elector("default");
		// What is wrong comes from the request, what is done about it from the election:
		// a moment later.
		List<String> problems = await(
				() -> (elector.status().problems().size() < 2) ? null : elector.status().problems());
		assertThat(problems).anySatisfy((problem) -> assertThat(problem).contains("its token '?'"))
			.anySatisfy((problem) -> assertThat(problem).contains("see what else writes there"));
		this.store.answers((answer) -> answer);
		await(() -> elector.status().problems().isEmpty() ? true : null);
	}

	@Test
	void whoWaitsForTheLeaseOfAnotherApplicationSaysSo() throws Exception {
		start(builder("a", LONG).application("orders"));
		await(this::leader);
		start(builder("b", LONG).application("orders"));
		start(builder("c", LONG).application("invoices"));
		LeaderElector same = this.nodes.get(1).elector("default");
		LeaderElector stranger = this.nodes.get(2).elector("default");
		assertThat(await(() -> stranger.leader().orElse(null)).url()).isEqualTo("http://a:8080");
		assertThat(await(() -> same.leader().orElse(null)).url()).isEqualTo("http://a:8080");
		assertThat(same.status().problems()).isEmpty();
		assertThat(stranger.status().problems()).singleElement()
			.asString()
			.contains("held by 'a' of the application 'orders', and this is 'invoices'")
			.contains("set a leader-election.cluster of its own");
	}

	@Test
	void aStoreThatGivesUpAtItsDeadlineSaysItselfWhy() throws Exception {
		this.store.slow();
		start("a", SHORT);
		LeaderElector elector = this.nodes.get(0).elector("default");
		await(() -> elector.status()
			.problems()
			.stream()
			.filter((it) -> it.contains("too slow"))
			.findAny()
			.orElse(null));
		// The election itself gives up after 0.16 leases.
		assertThat(this.store.longest()).isPositive().isLessThan(SHORT.multipliedBy(16).dividedBy(100));
	}

	@Test
	void aStoreIsWatchedThatTellsChangesOnlyOnceItIsWatched() throws Exception {
		assertThat(this.store.tellsChanges()).isFalse();
		start("a");
		await(this::leader);
		assertThat(this.store.watched()).containsExactly(new LeaseStore.Key("default", "default"));
		this.nodes.get(0).close();
		assertThat(this.store.watched()).isEmpty();
	}

	@Test
	void memberIsTheHolderAlone() throws Exception {
		start("b");
		LeaderElector leader = await(this::leader);
		start("c");
		LeaderElector follower = other(leader);
		assertThat(leader.status().members()).isEmpty();
		await(() -> follower.leader().orElse(null));
		assertThat(follower.status().members()).singleElement()
			.satisfies((member) -> assertThat(member.lastHeard()).as("the age of its record").isNotNull())
			.matches((member) -> isShown(member, "b", MemberState.UP));
	}

	private static boolean isShown(MemberStatus member, String id, MemberState state) {
		return member.id().equals(NodeId.of(id)) && ("http://" + id + ":8080").equals(member.url())
				&& member.state() == state && !member.connected();
	}

	@Test
	void whoIsToldOfATakeKnowsWhereItsHolderIsReached() throws Exception {
		start("a", LONG);
		LeaderElector leader = await(this::leader);
		start("b", LONG);
		LeaderElector follower = other(leader);
		long token = await(() -> follower.leader().orElse(null)).fencingToken();
		this.store.tell(held("c", token + 1));
		LeaderInfo told = await(
				() -> follower.leader().filter((known) -> known.id().equals(NodeId.of("c"))).orElse(null));
		assertThat(told.url()).isEqualTo("http://c:8080");
		this.store.tell(held("old", token));
		assertThat(await(() -> follower.leader().orElse(null)).url()).isEqualTo("http://c:8080");
	}

	private static LeaseRecord held(String id, long token) {
		return new LeaseRecord(NodeId.of(id), 9, 5, "http://" + id + ":8080", token, LONG.toNanos(), false, null, 0,
				"told-" + id);
	}

	@Test
	void holderOfAStoreThatIsAwayIsNotKnownToBeThere() throws Exception {
		start("a", LONG);
		LeaderElector leader = await(this::leader);
		start("b", LONG);
		LeaderElector follower = other(leader);
		await(() -> follower.leader().orElse(null));
		this.store.away(true);
		await(() -> follower.status().members().stream().anyMatch((member) -> isShown(member, "a", MemberState.UNKNOWN))
				? true : null);
		assertThat(follower.status().members()).hasSize(1);
	}

	@Test
	void membersAndAStoreDoNotGoTogether() {
		ElectionNodeBuilder builder = builder("a", SHORT).members(List.of(member("a"), member("b")));
		assertThatIllegalArgumentException().isThrownBy(builder::build)
			.withMessageContaining("leave out the members, or the store");
	}

	private void start(String id) {
		start(id, LONG);
	}

	private void start(String id, Duration lease) {
		start(builder(id, lease));
	}

	private void start(ElectionNodeBuilder builder) {
		ElectionNode node = builder.build();
		this.nodes.add(node);
		node.start();
	}

	private ElectionNodeBuilder builder(String id, Duration lease) {
		return ElectionNodeBuilder.forNode(NodeId.of(id))
			.members(List.of(member(id)))
			.leaseStore(this.store)
			.group("default", GroupOptions.defaults().withLease(lease).withHeartbeat(Duration.ofMillis(100)));
	}

	private static Member member(String id) {
		return new Member(NodeId.of(id), URI.create("http://" + id + ":8080"));
	}

	private @Nullable LeaderElector leader() {
		return this.nodes.stream()
			.map((node) -> node.elector("default"))
			.filter(LeaderElector::isLeader)
			.findFirst()
			.orElse(null);
	}

	private LeaderElector other(LeaderElector one) {
		return this.nodes.stream()
			.map((node) -> node.elector("default"))
			.filter((each) -> each != one)
			.findFirst()
			.orElseThrow();
	}

	private static <T> T await(Supplier<@Nullable T> wanted) throws InterruptedException {
		long end = System.nanoTime() + PATIENCE.toNanos();
		T found = wanted.get();
		while (found == null && System.nanoTime() - end < 0) {
			Thread.sleep(5);
			found = wanted.get();
		}
		assertThat(found).isNotNull();
		return found;
	}

}

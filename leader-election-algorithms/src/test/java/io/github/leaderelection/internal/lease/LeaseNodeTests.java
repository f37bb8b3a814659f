package io.github.leaderelection.internal.lease;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.StoreUse;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LeaseNodeTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

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
	void whoResignsIsFollowedAtOnceByTheOtherUnderAHigherToken() throws Exception {
		start("a");
		start("b");
		LeaderElector first = await(this::leader);
		long token = first.leadership().map(Leadership::fencingToken).orElse(-1L);
		LeaderElector second = other(first);
		first.resign().toCompletableFuture().get();
		assertThat(first.isLeader()).isFalse();
		await(() -> second.isLeader() ? second : null);
		assertThat(second.leadership().map(Leadership::fencingToken).orElse(-1L)).isGreaterThan(token);
	}

	@Test
	void whileTheStoreIsAwayNobodyLeadsForLongerThanALease() throws Exception {
		start("a");
		start("b");
		LeaderElector leader = await(this::leader);
		this.store.away(true);
		await(() -> leader.isLeader() ? null : leader);
		assertThat(leader()).isNull();
		assertThat(await(() -> leader.status().problems().isEmpty() ? null : leader.status().problems()))
			.anySatisfy((problem) -> assertThat(problem).contains("the store is away"));
		this.store.away(false);
		await(this::leader);
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
	void membersAndAStoreDoNotGoTogether() {
		ElectionNodeBuilder builder = builder("a").members(List.of(member("a"), member("b")));
		assertThatIllegalArgumentException().isThrownBy(builder::build)
			.withMessageContaining("leave out the members, or the store");
	}

	private void start(String id) {
		ElectionNode node = builder(id).build();
		this.nodes.add(node);
		node.start();
	}

	private ElectionNodeBuilder builder(String id) {
		return ElectionNodeBuilder.forNode(NodeId.of(id))
			.members(List.of(member(id)))
			.leaseStore(this.store)
			.group("default",
					GroupOptions.defaults().withLease(Duration.ofMillis(500)).withHeartbeat(Duration.ofMillis(100)));
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

package io.github.leaderelection.internal.store.jdbc;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Leadership;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore;
import org.awaitility.Awaitility;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many whole nodes in this process that lead by leases in stores.
 */
final class LeaseCluster implements AutoCloseable {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration GLANCE = Duration.ofMillis(2);

	private final List<ElectionNode> nodes = new ArrayList<>();

	private final GroupOptions options;

	LeaseCluster(GroupOptions options) {
		this.options = options;
	}

	void start(String name, LeaseStore store) {
		NodeId id = NodeId.of(name);
		ElectionNode node = ElectionNodeBuilder.forNode(id)
			.members(List.of(new Member(id, URI.create("http://" + id + ":8080"))))
			.leaseStore(store)
			.group("default", this.options)
			.build();
		this.nodes.add(node);
		node.start();
	}

	List<ElectionNode> nodes() {
		return List.copyOf(this.nodes);
	}

	List<LeaderElector> electors() {
		return this.nodes.stream().map((node) -> node.elector("default")).toList();
	}

	static long token(LeaderElector elector) {
		return elector.leadership().map(Leadership::fencingToken).orElse(-1L);
	}

	/** A leader under a higher token than that. */
	LeaderElector awaitLeader(long token) {
		return Awaitility.await()
			.pollInterval(GLANCE)
			.atMost(PATIENCE)
			.until(() -> electors().stream().filter((each) -> token(each) > token).findFirst().orElse(null),
					(leader) -> leader != null);
	}

	/** All know that this one leads, and no other does. */
	void awaitAllFollow(LeaderElector leader) {
		NodeId id = leader.status().node();
		Awaitility.await()
			.pollInterval(GLANCE)
			.atMost(PATIENCE)
			.until(() -> electors().stream()
				.allMatch((each) -> each.leader().filter((known) -> known.id().equals(id)).isPresent()));
		assertThat(electors().stream().filter(LeaderElector::isLeader)).containsExactly(leader);
	}

	@Override
	public void close() {
		this.nodes.forEach(ElectionNode::close);
	}

}

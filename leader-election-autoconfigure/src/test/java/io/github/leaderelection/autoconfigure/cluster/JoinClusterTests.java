package io.github.leaderelection.autoconfigure.cluster;

import java.util.List;

import io.github.leaderelection.MemberState;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.actuate.GroupDescriptor.MemberDescriptor;
import io.github.leaderelection.spring.MemberChangedEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Whole applications that join at run time from addresses nobody knows beforehand, over
 * any transport.
 */
abstract class JoinClusterTests {

	private static final String MINIMUM = "leader-election.emergent.minimum-cluster-size=2";

	private final String transport;

	JoinClusterTests(String type) {
		this.transport = "leader-election.transport.type=" + type;
	}

	@Test
	void newcomersJoinMoveLeadAndAreFound() throws Exception {
		try (OpenCluster cluster = new OpenCluster(this.transport, MINIMUM, TestCluster.WITHOUT_SECURITY)) {
			cluster.start("athens");
			cluster.start("byzantium");
			cluster.awaitLeader();
			assertThat(cluster.member("athens", "cyrene").url()).isNull();
			joins(cluster, "cyrene");
			joins(cluster, "delphi");
			assertThat(cluster.member("athens", "eleusis").state()).isEqualTo(MemberState.UNKNOWN);
			moves(cluster, "delphi");
			cluster.stop("athens");
			cluster.awaitLeader();
			cluster.stop("byzantium");
			assertThat(cluster.awaitLeader()).isIn("cyrene", "delphi");
		}
	}

	private static void joins(OpenCluster cluster, String id) {
		List<Object> heard = cluster.context("byzantium").getBean(TestCluster.Events.class).heard();
		cluster.start(id);
		OpenCluster.await(() -> {
			assertYoungest(cluster, id);
			assertThat(cluster.member("athens", id).url()).isEqualTo(cluster.url(id));
			assertThat(cluster.member("athens", id).state()).isEqualTo(MemberState.UP);
			assertThat(heard)
				.anySatisfy((event) -> assertThat(event).isInstanceOfSatisfying(MemberChangedEvent.class, (changed) -> {
					assertThat(changed.member()).isEqualTo(NodeId.of(id));
					assertThat(changed.state()).isEqualTo(MemberState.UP);
				}));
		});
	}

	private static void assertYoungest(OpenCluster cluster, String id) {
		Long age = cluster.endpoint(id).age();
		assertThat(age).isNotNull();
		assertThat(cluster.endpoint(id).members()).filteredOn((member) -> member.state() == MemberState.UP)
			.extracting(MemberDescriptor::age)
			.hasSize(cluster.size() - 1)
			.doesNotContainNull()
			.allMatch((other) -> other < age);
	}

	/** Those who are no seed nodes find it too, where it is now. */
	private static void moves(OpenCluster cluster, String id) {
		OpenCluster.await(() -> assertThat(cluster.member("cyrene", id).connected()).isTrue());
		String before = cluster.url(id);
		cluster.stop(id);
		cluster.start(id);
		assertThat(cluster.url(id)).isNotEqualTo(before);
		OpenCluster.await(() -> {
			assertThat(cluster.member("cyrene", id).url()).isEqualTo(cluster.url(id));
			assertThat(cluster.member("cyrene", id).connected()).isTrue();
			assertThat(cluster.member("cyrene", id).state()).isEqualTo(MemberState.UP);
		});
	}

}

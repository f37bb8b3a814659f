package io.github.leaderelection.system;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.probe.ProbeNames;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.leaderelection.system.proxy.LinkCondition;
import io.github.leaderelection.system.proxy.ProxyWiring;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each election but the default one, in a group of its own, on three nodes behind
 * proxies. One after another nodes suffer until the leader of each group has. Groups that
 * can do without a majority have two leaders while one is cut off, and one is left when
 * the cluster is whole again.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OtherElectionsIT {

	/** Whether one leads at a time. */
	private static final Map<String, Boolean> ELECTIONS = new TreeMap<>(
			Map.of("ballot", true, "raft", true, "zab", true, "bully", false, "emergent", false, "ring", false));

	private final ProxyWiring wiring = new ProxyWiring();

	private Cluster cluster;

	@BeforeAll
	void start() {
		this.cluster = Cluster.start(spec(), this.wiring);
	}

	private static ClusterSpec spec() {
		ClusterSpec spec = ClusterSpec.ofThree("other-elections")
			.withLease(Duration.ofSeconds(2))
			.with(ProbeNames.OTHER_GROUPS, "true");
		for (String election : ELECTIONS.keySet()) {
			spec = spec.with("leader-election.groups." + election + ".algorithm", election);
		}
		return spec;
	}

	@BeforeEach
	void complete() {
		this.cluster.startAll();
		this.cluster.awaitAllVoting();
		ELECTIONS.keySet().forEach((election) -> group(election).awaitLeader());
	}

	@AfterAll
	void stop() {
		if (this.cluster != null) {
			this.cluster.close();
		}
		this.wiring.close();
	}

	@Test
	void killedLeaderIsSucceeded() {
		eachLeader((victims) -> {
			victims.node().kill();
			victims.assertSucceeded();
			this.cluster.start(List.of(victims.node()));
		});
	}

	@Test
	@Tag("thorough")
	void terminatedLeaderIsSucceeded() {
		eachLeader((victims) -> {
			victims.node().terminate();
			victims.tokens()
				.forEach((election, token) -> assertThat(victims.node().happenings(election))
					.filteredOn((happening) -> happening.kind() == Kind.REVOKED && happening.token() == token)
					.as(election)
					.hasSize(1));
			victims.assertSucceeded();
			this.cluster.start(List.of(victims.node()));
		});
	}

	@Test
	void pausedLeaderIsSucceeded() {
		eachLeader((victims) -> {
			victims.node().pause();
			long paused = System.nanoTime();
			victims.assertSucceeded();
			long twoLeases = this.cluster.lease().multipliedBy(2).toNanos();
			Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - paused > twoLeases);
			victims.node().resume();
		});
	}

	@Test
	void leaderThatIsCutOffLeadsNoMoreOrBesideItsSuccessor() {
		eachLeader((victims) -> {
			int cutOff = this.cluster.nodes().indexOf(victims.node());
			this.wiring.setAround(cutOff, this.cluster.nodes().size(), LinkCondition.CUT);
			victims.tokens().forEach((election, token) -> {
				group(election).awaitGrantAbove(token);
				group(election).awaitLeading(ELECTIONS.get(election) ? 1 : 2);
			});
			this.wiring.setAround(cutOff, this.cluster.nodes().size(), LinkCondition.CLEAR);
			victims.tokens().forEach((election, token) -> {
				assertThat(group(election).awaitLeader().token()).as(election).isGreaterThanOrEqualTo(token);
				if (!ELECTIONS.get(election)) {
					assertThat(group(election).overlaps()).as(election).isNotEmpty();
				}
			});
		});
	}

	/** Lets the leader of each group suffer; one node may be that of many. */
	private void eachLeader(Consumer<Victims> suffering) {
		List<String> left = new ArrayList<>(ELECTIONS.keySet());
		while (!left.isEmpty()) {
			NodeProcess node = group(left.get(0)).awaitLeader().node();
			Map<String, Long> tokens = new TreeMap<>();
			for (String election : left) {
				Leader leader = group(election).awaitLeader();
				if (leader.node() == node) {
					tokens.put(election, leader.token());
				}
			}
			suffering.accept(new Victims(node, tokens));
			left.removeAll(tokens.keySet());
			this.cluster.awaitLeader();
			ELECTIONS.forEach((election, oneAtATime) -> {
				group(election).awaitLeader();
				if (oneAtATime) {
					assertThat(group(election).grants()).as(election).isSorted();
					assertThat(group(election).overlaps()).as(election).isEmpty();
				}
			});
		}
	}

	private Cluster group(String election) {
		return this.cluster.inGroup(election);
	}

	/** A node that led some groups when it began to suffer, and under which token. */
	private final class Victims {

		private final NodeProcess node;

		private final Map<String, Long> tokens;

		Victims(NodeProcess node, Map<String, Long> tokens) {
			this.node = node;
			this.tokens = tokens;
		}

		NodeProcess node() {
			return this.node;
		}

		Map<String, Long> tokens() {
			return this.tokens;
		}

		void assertSucceeded() {
			this.tokens.forEach((election, token) -> {
				Leader after = group(election).awaitLeaderAfter(new Leader(this.node, token));
				assertThat(after.token()).as(election).isGreaterThan(token);
				assertThat(after.node()).as(election).isNotSameAs(this.node);
			});
		}

	}

}

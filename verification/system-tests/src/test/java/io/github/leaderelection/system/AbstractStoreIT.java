package io.github.leaderelection.system;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;

import io.github.leaderelection.probe.EventFile.Kind;
import io.github.leaderelection.system.cluster.Cluster;
import io.github.leaderelection.system.cluster.Cluster.Leader;
import io.github.leaderelection.system.cluster.ClusterSpec;
import io.github.leaderelection.system.cluster.Libraries;
import io.github.leaderelection.system.store.StoreServer;
import io.github.leaderelection.system.store.StoreServers;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes that lead by a lease in a server: whatever becomes of a leader, or of
 * the server, one leads at a time, and tokens rise.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AbstractStoreIT {

	private static final Duration LIMIT = Duration.ofMinutes(2);

	private final String name;

	private StoreServer server;

	private Cluster cluster;

	/**
	 * Chooses a store.
	 * @param name one of {@link StoreServers#NAMES}
	 */
	AbstractStoreIT(String name) {
		this.name = name;
	}

	@BeforeAll
	void start() {
		this.server = StoreServers.start(this.name, Libraries.emptyDirectory("store-" + this.name));
		this.cluster = Cluster.start(this.server.leading(adjusted(ClusterSpec.ofThree("by-" + this.name)
			.withLease(Duration.ofSeconds(2))
			.with("leader-election.retry-interval", "200ms")
			.with("management.endpoint.leader.access", "unrestricted")
			.with("leader-election.heartbeat-interval", "400ms"))));
	}

	/** Changes what is started. */
	ClusterSpec adjusted(ClusterSpec spec) {
		return spec;
	}

	/**
	 * Deletes the record, as an operator may.
	 * @param settings of an application that leads by the server
	 * @return whether this store's test can do that
	 */
	boolean deleteRecord(Map<String, String> settings) {
		return false;
	}

	/** Waits until a leader has worked, where work is recorded. */
	void awaitWork(Map<String, String> settings, Leader leader) {
	}

	/**
	 * Judges all work, where it is recorded.
	 * @param terminated a leader that was to end its work before another began any
	 */
	void judgeWork(Map<String, String> settings, Leader terminated) {
	}

	@AfterAll
	void stop() {
		if (this.cluster != null) {
			this.cluster.close();
		}
		if (this.server != null) {
			this.server.close();
		}
	}

	/** In an order that starts no process anew: the last one leads alone. */
	@Test
	void oneLeadsAtATimeWhateverBecomesOfALeaderOrOfTheServer() throws IOException {
		leaderThatIsPausedForTwoLeasesIsSucceededAndNeverLeadsOn();
		leaderWhoseRecordIsDeletedIsSucceeded();
		serverThatIsKilledJustAfterATakeAndStartedAtOnceKnowsOfIt();
		withoutTheServerNobodyLeadsForLongAndWithItAgainOneDoes();
		leaderThatIsKilledIsSucceeded();
		Leader terminated = leaderThatIsTerminatedRevokesOnceAndIsSucceeded();
		judgeWork(this.server.settings(), terminated);
		assertThat(this.cluster.overlaps()).isEmpty();
		assertThat(this.cluster.grants()).isSorted().doesNotHaveDuplicates();
	}

	private void leaderThatIsKilledIsSucceeded() {
		Leader killed = this.cluster.awaitLeader();
		awaitWork(this.server.settings(), killed);
		killed.node().kill();
		assertThat(this.cluster.awaitLeaderAfter(killed).token()).isGreaterThan(killed.token());
	}

	private void leaderWhoseRecordIsDeletedIsSucceeded() {
		Leader before = this.cluster.awaitLeader();
		if (deleteRecord(this.server.settings())) {
			assertThat(this.cluster.awaitLeaderAfter(before).token()).isGreaterThan(before.token());
		}
	}

	private Leader leaderThatIsTerminatedRevokesOnceAndIsSucceeded() {
		Leader terminated = this.cluster.awaitLeader();
		awaitWork(this.server.settings(), terminated);
		terminated.node().terminate();
		assertThat(terminated.node().happenings()).filteredOn((happening) -> happening.kind() == Kind.REVOKED)
			.filteredOn((happening) -> happening.token() == terminated.token())
			.hasSize(1);
		Leader after = this.cluster.awaitLeaderAfter(terminated);
		awaitWork(this.server.settings(), after);
		assertThat(after.token()).isGreaterThan(terminated.token());
		return terminated;
	}

	private void leaderThatIsPausedForTwoLeasesIsSucceededAndNeverLeadsOn() {
		Leader paused = this.cluster.awaitLeader();
		long since = System.nanoTime();
		paused.node().pause();
		Leader after = this.cluster.awaitLeaderAfter(paused);
		long twoLeases = this.cluster.lease().multipliedBy(2).toNanos();
		Awaitility.await().atMost(LIMIT).until(() -> System.nanoTime() - since > twoLeases);
		long woken = paused.node().resume();
		Awaitility.await()
			.atMost(LIMIT)
			.until(() -> paused.node().samples().stream().anyMatch((run) -> run.firstAfter() > woken));
		assertThat(paused.node().samples()).filteredOn((run) -> run.answer() == paused.token())
			.allSatisfy((run) -> assertThat(run.lastBefore()).isLessThan(woken));
		assertThat(after.token()).isGreaterThan(paused.token());
	}

	/**
	 * It comes back while the new leader still leads by what it confirmed. A server that
	 * forgot that shows the record free, and refuses the next renewal.
	 */
	private void serverThatIsKilledJustAfterATakeAndStartedAtOnceKnowsOfIt() throws IOException {
		Leader before = this.cluster.awaitLeader();
		long superseded = superseded();
		assertThat(Http.post(before.node(), "/actuator/leader/default", "{\"action\":\"resign\"}")).isEqualTo(200);
		long granted = this.cluster.awaitGrantAbove(before.token());
		this.server.kill();
		this.server.startAgain();
		long lease = this.cluster.lease().toNanos();
		Awaitility.await().atMost(LIMIT).until(() -> System.nanoTime() - granted > lease);
		long highest = Collections.max(this.cluster.grants());
		Leader after = this.cluster.awaitLeaderAfter(before);
		awaitWork(this.server.settings(), after);
		assertThat(after.token()).isGreaterThan(before.token()).isGreaterThanOrEqualTo(highest);
		assertThat(superseded()).as("leaders that found another in their place").isEqualTo(superseded);
		assertThat(this.cluster.overlaps()).isEmpty();
	}

	private long superseded() {
		return this.cluster.nodes()
			.stream()
			.flatMap((node) -> node.output().lines())
			.filter((line) -> line.contains("no longer leads: SUPERSEDED"))
			.count();
	}

	private void withoutTheServerNobodyLeadsForLongAndWithItAgainOneDoes() {
		Leader before = this.cluster.awaitLeader();
		this.server.kill();
		this.cluster.awaitLeading(0);
		assertThat(this.cluster.nodes()).allMatch((node) -> node.isAlive());
		this.server.startAgain();
		assertThat(this.cluster.awaitLeaderAfter(before).token()).isGreaterThan(before.token());
	}

}

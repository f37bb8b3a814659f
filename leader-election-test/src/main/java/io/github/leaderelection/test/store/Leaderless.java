package io.github.leaderelection.test.store;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.node.ElectionNodeBuilder;
import io.github.leaderelection.node.GroupOptions;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.test.store.LeaderlessState.Opening;
import org.opentest4j.TestAbortedException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pairs of nodes that wait for leases which none of them can take.
 */
final class Leaderless {

	private static final Duration RETRY = Duration.ofMillis(500);

	/** Nobody leads before it is over, whatever stands in a record. */
	private static final Duration LEASE = Duration.ofSeconds(60);

	private static final int INTERVALS = 8;

	private static final int INTERVALS_UNTIL_SAID = 3;

	/** Of both nodes together. */
	private static final int MOST_IN_AN_INTERVAL = 4;

	private final LeaseStoreContract contract;

	private final String cluster;

	private final Duration patience;

	private final Map<Opening, List<LeaseStore>> stores = new EnumMap<>(Opening.class);

	private final Map<LeaderlessState, Pair> pairs = new EnumMap<>(LeaderlessState.class);

	private final Set<LeaderlessState> begun = EnumSet.noneOf(LeaderlessState.class);

	Leaderless(LeaseStoreContract contract, String cluster, Duration patience) {
		this.contract = contract;
		this.cluster = cluster;
		this.patience = patience;
	}

	/**
	 * Starts two nodes for each state that the contract's test can bring about, which say
	 * why nobody can lead.
	 */
	void bringAbout(List<LeaderlessState> states) throws Exception {
		for (LeaderlessState state : states) {
			this.begun.add(state);
			try {
				LeaseStore.Key key = key(state);
				List<LeaseStore> both = stores(state.opening());
				state.bringAbout(this.contract, this.contract.user(stores(Opening.USUAL).get(0), key));
				Pair pair = new Pair(key.group(), start("one", both.get(0), key), start("other", both.get(1), key));
				this.pairs.put(state, pair);
				awaitSaid(state, pair);
			}
			catch (TestAbortedException ex) {
				// this engine knows no such state, or its test cannot make it
			}
		}
	}

	private void awaitSaid(LeaderlessState state, Pair pair) throws InterruptedException {
		long start = System.nanoTime();
		while (!pair.electors().stream().allMatch(state::isSaidBy)) {
			assertThat(System.nanoTime() - start).as("nodes do not say why nobody leads in %s: %s", state, pair)
				.isLessThan(this.patience.toNanos());
			TimeUnit.MILLISECONDS.sleep(20);
		}
		long intervals = Math.max(INTERVALS_UNTIL_SAID, 1 + (System.nanoTime() - start) / RETRY.toNanos());
		assertThat(pair.requests()).as("requests until both said why nobody leads in %s", state)
			.isLessThanOrEqualTo(intervals * MOST_IN_AN_INTERVAL);
	}

	private LeaseStore.Key key(LeaderlessState state) {
		return new LeaseStore.Key(this.cluster, state.name().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	private List<LeaseStore> stores(Opening opening) throws Exception {
		List<LeaseStore> opened = this.stores.get(opening);
		if (opened == null) {
			opened = List.of(opening.open(this.contract), opening.open(this.contract));
			this.stores.put(opening, opened);
		}
		return opened;
	}

	private static ElectionNode start(String id, LeaseStore store, LeaseStore.Key key) {
		ElectionNode node = ElectionNodeBuilder.forNode(NodeId.of(id))
			.cluster(key.cluster())
			.members(List.of(new Member(NodeId.of(id), null)))
			.leaseStore(unchecked(store))
			.group(key.group(),
					GroupOptions.defaults()
						.withLease(LEASE)
						.withHeartbeat(RETRY)
						.withSettings(Map.of("retry-interval", RETRY.toMillis() + "ms")))
			.build();
		node.start();
		return node;
	}

	/** What would fail a start may come later, too. */
	private static LeaseStore unchecked(LeaseStore store) {
		return (LeaseStore) Proxy.newProxyInstance(LeaseStore.class.getClassLoader(),
				new Class<?>[] { LeaseStore.class },
				(self, method, arguments) -> method.getName().equals("check") ? null : method.invoke(store, arguments));
	}

	/** No node leads, and each says it in one line. */
	void assertNobodyLeads() {
		this.pairs.forEach((state, pair) -> assertThat(pair.electors()).as("nodes in %s", state)
			.noneMatch(LeaderElector::isLeader)
			.flatMap((elector) -> elector.status().problems())
			.allSatisfy((problem) -> assertThat(problem.chars()).noneMatch(Character::isISOControl)));
	}

	/** Each node asks by a time of its own: the mean counts. */
	void assertSeldomAsked() throws InterruptedException {
		Map<LeaderlessState, Long> before = new EnumMap<>(LeaderlessState.class);
		this.pairs.forEach((state, pair) -> before.put(state, pair.requests()));
		long start = System.nanoTime();
		TimeUnit.NANOSECONDS.sleep(RETRY.multipliedBy(INTERVALS).toNanos());
		this.pairs.forEach((state, pair) -> {
			double intervals = (System.nanoTime() - start) / (double) RETRY.toNanos();
			assertThat((pair.requests() - before.getOrDefault(state, 0L)) / intervals)
				.as("requests of two nodes in a retry interval in %s", state)
				.isLessThanOrEqualTo(MOST_IN_AN_INTERVAL);
		});
	}

	/** Ends the nodes and their stores, and lets the engine accept writes again. */
	void close() throws Exception {
		this.pairs.values().forEach(Pair::close);
		this.stores.values().forEach((both) -> both.forEach(LeaseStore::close));
		for (LeaderlessState state : this.begun) {
			this.contract.acceptWrites(key(state));
		}
	}

	/**
	 * Two nodes with the same record.
	 *
	 * @param group of the record
	 * @param one of them
	 * @param other of them
	 */
	private record Pair(String group, ElectionNode one, ElectionNode other) {

		List<LeaderElector> electors() {
			return List.of(this.one.elector(this.group), this.other.elector(this.group));
		}

		void close() {
			this.one.close();
			this.other.close();
		}

		/** How many requests both have sent so far. */
		long requests() {
			return electors().stream()
				.mapToLong((elector) -> ElectorInternals.of(elector).storeUse().orElseThrow().requests())
				.sum();
		}

		@Override
		public String toString() {
			return electors().stream().map((elector) -> elector.status().problems()).toList().toString();
		}

	}

}

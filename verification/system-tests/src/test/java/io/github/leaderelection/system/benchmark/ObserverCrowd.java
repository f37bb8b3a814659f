package io.github.leaderelection.system.benchmark;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.ElectionStatus.MemberStatus;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderInfo;
import io.github.leaderelection.LeadershipListener;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.ObserverIdentity;
import io.github.leaderelection.internal.observer.ObserverNode;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.observer.ObserverTransport;
import io.github.leaderelection.system.cluster.NodeProcess;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Many observers in this virtual machine, each with a link of its own.
 */
final class ObserverCrowd implements AutoCloseable {

	private static final Duration LIMIT = Duration.ofMinutes(3);

	private final List<Observer> all = new ArrayList<>();

	ObserverCrowd(List<NodeProcess> members, int size) {
		Map<NodeId, URI> urls = new LinkedHashMap<>();
		Map<NodeId, String> listed = new LinkedHashMap<>();
		for (NodeProcess member : members) {
			URI url = URI.create("http://localhost:" + member.port());
			urls.put(NodeId.of(member.name()), url);
			listed.put(NodeId.of(member.name()), url.toString());
		}
		for (int i = 0; i < size; i++) {
			NodeId id = NodeId.of("observer-" + i);
			PeerTransportSettings settings = new PeerTransportSettings("default", id, urls, "/leader-election",
					(String) null, List.copyOf(urls.keySet()));
			ObserverTransport link = new ObserverTransport(settings, CircuitBreakerRegistry.ofDefaults());
			this.all.add(new Observer(new ObserverNode(new ObserverIdentity(id, "default", listed), List.of("default"),
					() -> link, (group) -> List.of(), (value) -> {
					}), link));
		}
		this.all.forEach((observer) -> observer.node.start());
	}

	/** Waits until all know the same leader. */
	LeaderInfo awaitLeader() throws InterruptedException {
		long begun = System.nanoTime();
		while (System.nanoTime() - begun < LIMIT.toNanos()) {
			List<Optional<NodeId>> known = this.all.stream()
				.map((observer) -> observer.elector.leader().map(LeaderInfo::id))
				.distinct()
				.toList();
			Optional<LeaderInfo> leader = this.all.get(0).elector.leader();
			if (known.size() == 1 && leader.isPresent()) {
				return leader.get();
			}
			Thread.sleep(20);
		}
		throw new IllegalStateException("Not all observers know one leader: " + this.all.get(0).elector.status());
	}

	/**
	 * Lets each observer draw another member, as it does now and then by itself. Waits
	 * until all are linked again.
	 */
	void moveOn() throws InterruptedException {
		this.all.forEach((observer) -> observer.link.moveOn());
		long begun = System.nanoTime();
		int linked = 0;
		while (linked < this.all.size()) {
			if (System.nanoTime() - begun > LIMIT.toNanos()) {
				throw new IllegalStateException(linked + " of " + this.all.size() + " observers are linked");
			}
			Thread.sleep(20);
			linked = spread().values().stream().mapToInt(Integer::intValue).sum();
		}
	}

	/** How many are linked with each member. */
	Map<String, Integer> spread() {
		Map<String, Integer> spread = new TreeMap<>();
		for (Observer observer : this.all) {
			observer.elector.status()
				.members()
				.stream()
				.filter(MemberStatus::connected)
				.forEach((member) -> spread.merge(member.id().value(), 1, Integer::sum));
		}
		return spread;
	}

	/**
	 * Waits until all know a leader above a token.
	 * @return when each first heard of it
	 */
	List<Long> awaitHeardAbove(long token) throws InterruptedException {
		long begun = System.nanoTime();
		List<Long> heard = new ArrayList<>();
		while (heard.size() < this.all.size()) {
			if (System.nanoTime() - begun > LIMIT.toNanos()) {
				throw new IllegalStateException(heard.size() + " of " + this.all.size() + " observers heard of it");
			}
			Thread.sleep(20);
			heard.clear();
			for (Observer observer : this.all) {
				observer.heard.entrySet()
					.stream()
					.filter((each) -> each.getKey() > token)
					.mapToLong(Map.Entry::getValue)
					.min()
					.ifPresent(heard::add);
			}
		}
		return heard;
	}

	@Override
	public void close() {
		this.all.parallelStream().forEach((observer) -> observer.node.close());
	}

	private static final class Observer implements LeadershipListener {

		/** When each term was first heard of. */
		private final Map<Long, Long> heard = new ConcurrentHashMap<>();

		private final ObserverNode node;

		private final ObserverTransport link;

		private final LeaderElector elector;

		Observer(ObserverNode node, ObserverTransport link) {
			this.node = node;
			this.link = link;
			this.elector = node.elector("default");
			this.elector.addListener(this);
		}

		@Override
		public void onLeaderChanged(@Nullable LeaderInfo leader) {
			if (leader != null) {
				this.heard.putIfAbsent(leader.term(), System.nanoTime());
			}
		}

	}

}

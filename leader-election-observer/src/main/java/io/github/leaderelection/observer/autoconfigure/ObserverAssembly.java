package io.github.leaderelection.observer.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.lifecycle.LocalServer;
import io.github.leaderelection.internal.lifecycle.NodeExtension;
import io.github.leaderelection.internal.lifecycle.ObserverNodeFactory;
import io.github.leaderelection.internal.observer.MemberLink;
import io.github.leaderelection.internal.observer.ObserverIdentity;
import io.github.leaderelection.internal.observer.ObserverNode;
import io.github.leaderelection.internal.observer.ObserverTransport;
import io.github.leaderelection.internal.settings.Hosts;
import io.github.leaderelection.internal.settings.ObserverPlan;
import io.github.leaderelection.internal.transport.spi.ApplicationUrls;
import io.github.leaderelection.internal.transport.spi.PeerTransportSettings;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates an observer, and checks at its start that it is no member.
 *
 * @param path the path of the transport below the URLs of members
 */
record ObserverAssembly(LocalServer server, String path, Protection protection,
		Supplier<CircuitBreakerRegistry> breakers, List<NodeExtension> extensions) implements ObserverNodeFactory {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	@Override
	public ElectionNode create(ObserverPlan plan) {
		NodeId self = self(plan);
		Map<NodeId, String> listed = new LinkedHashMap<>();
		plan.urls().forEach((id, url) -> listed.put(id, url.toString()));
		return new ObserverNode(new ObserverIdentity(self, plan.cluster(), listed), plan.groups(),
				() -> link(plan, self), this::problems,
				(value) -> this.extensions.forEach((each) -> each.shown(value)));
	}

	private List<String> problems(String group) {
		return this.extensions.stream().flatMap((each) -> each.problems(group).stream()).toList();
	}

	/** Observers come and go, so the id is unique among running observers. */
	private static NodeId self(ObserverPlan plan) {
		NodeId configured = plan.nodeId();
		return (configured != null) ? configured
				: NodeId.of("observer-" + Hosts.ownOr("localhost") + "-" + ProcessHandle.current().pid());
	}

	private MemberLink link(ObserverPlan plan, NodeId self) {
		Integer port = this.server.port();
		if (port != null) {
			plan.checkPort(port);
		}
		logger.info("Node {} observes the members {} of cluster '{}' and is no member", self, plan.urls().keySet(),
				plan.cluster());
		return new ObserverTransport(new PeerTransportSettings(plan.cluster(), self, plan.urls(), this.path,
				this.protection, List.copyOf(plan.urls().keySet()), (member) -> null, Duration.ofSeconds(1), Map.of(),
				new ApplicationUrls(null)), this.breakers.get());
	}

}

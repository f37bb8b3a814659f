package io.github.leaderelection.internal.lifecycle;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.observer.MemberLink;
import io.github.leaderelection.internal.observer.ObserverIdentity;
import io.github.leaderelection.internal.observer.ObserverNode;
import io.github.leaderelection.internal.settings.Hosts;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.ObserverPlan;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates an observer, and checks at its start that it is no member.
 */
public class ObserverAssembly {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final ObserverPlan plan;

	private final LocalServer server;

	private final Supplier<@Nullable MemberLinkFactory> links;

	public ObserverAssembly(ObserverPlan plan, LocalServer server, Supplier<@Nullable MemberLinkFactory> links) {
		this.plan = plan;
		this.server = server;
		this.links = links;
	}

	/** Creates the node, which connects to no member before its start. */
	public ElectionNode node() {
		NodeId self = self();
		Map<NodeId, String> listed = new LinkedHashMap<>();
		this.plan.urls().forEach((id, url) -> listed.put(id, url.toString()));
		return new ObserverNode(new ObserverIdentity(self, this.plan.cluster(), listed), this.plan.groups(),
				() -> link(self));
	}

	/** Observers come and go, so the id is unique among running observers. */
	private NodeId self() {
		NodeId configured = this.plan.nodeId();
		return (configured != null) ? configured
				: NodeId.of("observer-" + Hosts.ownOr("localhost") + "-" + ProcessHandle.current().pid());
	}

	private MemberLink link(NodeId self) {
		Integer port = this.server.port();
		if (port != null) {
			this.plan.checkPort(port);
		}
		MemberLinkFactory factory = this.links.get();
		if (factory == null) {
			throw new InvalidElectionConfigurationException(ObserverPlan.KEY, true,
					"This application has nothing to talk to members with: the class path lacks "
							+ "resilience4j-circuitbreaker",
					"Depend on " + new RequiredParts(false, this.server).starter()
							+ ", which brings it unless it is excluded");
		}
		logger.info("Node {} observes the members {} of cluster '{}' and is no member", self, this.plan.urls().keySet(),
				this.plan.cluster());
		return factory.create(this.plan.cluster(), self, this.plan.urls());
	}

}

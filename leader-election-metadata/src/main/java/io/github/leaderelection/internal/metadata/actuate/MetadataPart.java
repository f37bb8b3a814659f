package io.github.leaderelection.internal.metadata.actuate;

import java.util.Map;
import java.util.Optional;

import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.internal.actuate.LeaderEndpoint;
import io.github.leaderelection.internal.actuate.RequestDescriptor;
import io.github.leaderelection.internal.actuate.RequestDescriptor.Outcome;
import io.github.leaderelection.internal.metadata.application.GroupMetadata;
import io.github.leaderelection.internal.metadata.protocol.Metadata;
import io.github.leaderelection.internal.metadata.protocol.MetadataEvent;
import io.github.leaderelection.internal.metadata.runtime.GroupRegister;
import io.github.leaderelection.internal.metadata.runtime.RegisterSnapshot;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;

/**
 * Shows the metadata below a group, and takes what an operator says of lost ones.
 */
@RegisterReflectionForBinding(MetadataDescriptor.class)
public final class MetadataPart implements LeaderEndpoint.Part {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final Map<String, MetadataEvent> ACTIONS = Map.of("assume-lost", new MetadataEvent.AssumedLost(),
			"acknowledge-loss", new MetadataEvent.LossAcknowledged());

	private final ElectionNode node;

	private final Map<String, GroupMetadata> groups;

	public MetadataPart(ElectionNode node, Map<String, GroupMetadata> groups) {
		this.node = node;
		this.groups = groups;
	}

	@Override
	public String name() {
		return "metadata";
	}

	private @Nullable GroupRegister register(String group) {
		GroupMetadata metadata = this.groups.get(group);
		return (metadata != null) ? metadata.present() : null;
	}

	@Override
	public @Nullable Object read(String group, boolean detailed) {
		GroupMetadata metadata = this.groups.get(group);
		GroupRegister register = register(group);
		return (metadata != null && register != null) ? MetadataDescriptor.of(metadata.lastKnown(), register.snapshot(),
				register.members(), this.node.id().value(), detailed) : null;
	}

	@Override
	public Optional<String> trace(String group) {
		GroupRegister register = register(group);
		return (register != null) ? register.trace() : Optional.empty();
	}

	@Override
	public RequestDescriptor request(String group, @Nullable String action, @Nullable String assignment,
			@Nullable String partition, @Nullable String to) {
		GroupRegister register = register(group);
		if (register == null) {
			return answer(group, action, Outcome.UNKNOWN_GROUP,
					"Group '" + group + "' has no metadata: use one of " + this.groups.keySet());
		}
		MetadataEvent event = (action != null) ? ACTIONS.get(action) : null;
		if (event == null || assignment != null || partition != null || to != null) {
			return answer(group, action, Outcome.INVALID,
					"The request is not complete, or asks for too much: send {\"action\":\"assume-lost\"} or "
							+ "{\"action\":\"acknowledge-loss\"}");
		}
		RegisterSnapshot.Leading leading = register.snapshot().leading();
		if (leading == null) {
			return answer(group, action, Outcome.REFUSED, "This node does not lead: ask the leader"
					+ this.node.elector(group).leader().map((each) -> " " + each.id()).orElse(""));
		}
		boolean assumed = event instanceof MetadataEvent.AssumedLost;
		Metadata committed = leading.committed();
		boolean known = committed != null;
		if (assumed == (known || leading.missing().isEmpty())) {
			return answer(group, action, Outcome.REFUSED,
					assumed ? known ? "This leader knows the newest metadata: none is lost"
							: "The store of this group keeps its metadata: have the store answer"
							: "This leader does not know the newest metadata yet, and waits for " + leading.missing());
		}
		if (!assumed && committed != null && !committed.lost()) {
			return answer(group, action, Outcome.REFUSED, "The metadata do not count as lost");
		}
		logger.warn("Group '{}': the endpoint was asked to {} of its metadata", group, action);
		register.tell(event);
		return answer(group, action, Outcome.IN_PROGRESS, assumed
				? "The newest metadata of the members that answered count from now on: look at them, set what is "
						+ "missing, then acknowledge the loss"
				: "The metadata no longer count as lost");
	}

	private RequestDescriptor answer(String group, @Nullable String action, Outcome outcome, String message) {
		return new RequestDescriptor(group, action, outcome, message, this.node.id().value());
	}

}

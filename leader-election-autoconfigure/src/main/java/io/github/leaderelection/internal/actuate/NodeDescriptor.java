package io.github.leaderelection.internal.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.ElectionNode;
import io.github.leaderelection.internal.gate.method.GateStatistics;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * This node and all its groups in the answers of the endpoint.
 *
 * @param standalone whether there is no other member; always false with a lease in a
 * store
 * @param refusals the numbers of refusals by the transport, by reason, without those that
 * did not occur
 * @param observers the number of observers that are linked with this node, omitted
 * without any
 * @param crashDetection the detection of other members' crashes by this node
 */
@JsonInclude
public record NodeDescriptor(String node, String cluster, boolean standalone, Map<String, GroupDescriptor> groups,
		Map<String, Long> refusals, @JsonInclude(JsonInclude.Include.NON_DEFAULT) int observers,
		CrashDetectionDescriptor crashDetection) implements OperationResponseBody {

	static NodeDescriptor of(ElectionNode node, TransportRefusals refusals, GateStatistics gate, Details details) {
		CrashDetectionDescriptor crashDetection = CrashDetectionDescriptor.of(refusals.crashDetection());
		Map<String, GroupDescriptor> groups = new LinkedHashMap<>();
		for (String group : node.groups()) {
			groups.put(group, GroupDescriptor.of(node.elector(group), crashDetection.on(), gate, details));
		}
		boolean standalone = groups.values()
			.stream()
			.allMatch((group) -> group.store() == null && group.members().isEmpty());
		return new NodeDescriptor(node.id().value(), node.cluster(), standalone, groups, occurred(refusals.byReason()),
				refusals.observers(), crashDetection);
	}

	private static Map<String, Long> occurred(Map<String, Long> refusals) {
		Map<String, Long> occurred = new TreeMap<>(refusals);
		occurred.values().removeIf((count) -> count == 0);
		return occurred;
	}

	/**
	 * The detection of other members' crashes by this node.
	 *
	 * @param on whether this node detects crashes at all
	 * @param members for each other member {@code in use}, or why its crash costs the
	 * rest of the lease; empty without detection
	 */
	@JsonInclude
	public record CrashDetectionDescriptor(boolean on, Map<String, String> members) {

		static CrashDetectionDescriptor of(Map<String, String> states) {
			return new CrashDetectionDescriptor(!states.isEmpty(), states);
		}

	}

}

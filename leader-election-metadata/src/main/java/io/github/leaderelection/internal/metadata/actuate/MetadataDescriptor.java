package io.github.leaderelection.internal.metadata.actuate;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.metadata.runtime.RegisterSnapshot;
import io.github.leaderelection.metadata.LeaderMetadata;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The metadata of a group in the answers of the endpoint.
 *
 * @param sequence as text, for numbers of scripts are too short; null before the first
 * write
 * @param entries null for a caller without access to details
 * @param whole whether this node has been filled since it had nothing
 * @param synchronised whether this leader knows the newest value, null elsewhere
 * @param missing members that this leader has to hear before that
 * @param behind members that do not show the newest value yet
 */
@JsonInclude
public record MetadataDescriptor(boolean leading, @Nullable String sequence, boolean lost, int keys,
		@Nullable Map<String, String> entries, boolean whole, @Nullable Boolean synchronised,
		@Nullable List<String> missing, @Nullable List<String> behind, String node) implements OperationResponseBody {

	static MetadataDescriptor of(LeaderMetadata.Value value, RegisterSnapshot register, List<NodeId> members,
			String node, boolean detailed) {
		LeaderSequenceNumber sequence = value.sequence();
		RegisterSnapshot.Leading leading = register.leading();
		return new MetadataDescriptor(leading != null,
				(sequence != null) ? sequence.fencingToken() + "." + sequence.counter() : null, value.lost(),
				value.entries().size(), detailed ? value.entries() : null, register.whole(),
				(leading != null) ? leading.committed() != null : null,
				(leading != null) ? texts(leading.missing()) : null,
				(leading != null)
						? texts(members.stream().filter((each) -> !leading.informed().contains(each)).toList()) : null,
				node);
	}

	private static List<String> texts(List<NodeId> members) {
		return members.stream().map(NodeId::value).toList();
	}

}

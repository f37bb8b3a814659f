package io.github.leaderelection.internal.runtime;

import java.util.function.Function;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.protocol.ElectionSettings;
import io.github.leaderelection.internal.protocol.MemberList;
import org.jspecify.annotations.Nullable;

/**
 * The node and group of an elector, as far as they are known before a start.
 *
 * @param self this node, perhaps none of the members before the first start
 * @param urls the base URL at which a member is reached, null as long as it is not known
 */
public record GroupIdentity(String cluster, String group, String algorithm, NodeId self, MemberList members,
		Function<NodeId, @Nullable String> urls) {

	/** The identity under given settings, without URLs. */
	public static GroupIdentity of(String algorithm, ElectionSettings settings) {
		return of(algorithm, settings, (member) -> null);
	}

	static GroupIdentity of(String algorithm, ElectionSettings settings, Function<NodeId, @Nullable String> urls) {
		return new GroupIdentity(settings.cluster(), settings.group(), algorithm, settings.self(),
				settings.memberList(), urls);
	}

}

package io.github.leaderelection.node;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Where members are reached, as far as it is known now: as they are listed, else as it
 * was learned. Safe for use from any thread where its source is.
 */
final class MemberUrls implements Function<NodeId, @Nullable String> {

	private final Map<NodeId, URI> listed = new HashMap<>();

	private final Function<NodeId, @Nullable URI> learned;

	MemberUrls(List<Member> members, Function<NodeId, @Nullable URI> learned) {
		this.learned = learned;
		for (Member member : members) {
			URI url = member.url();
			if (url != null) {
				this.listed.put(member.id(), url);
			}
		}
	}

	@Override
	public @Nullable String apply(NodeId member) {
		URI url = this.listed.get(member);
		URI known = (url != null) ? url : this.learned.apply(member);
		return (known != null) ? known.toString() : null;
	}

}

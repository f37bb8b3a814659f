package io.github.leaderelection.node;

import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.Member;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.runtime.environment.Failures;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns a member's URL: the listed one, else the one learned so far, else null. Safe
 * for use from any thread if its source is.
 */
final class MemberUrls implements Function<NodeId, @Nullable String> {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

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
		URI known = (url != null) ? url : learned(member);
		return (known != null) ? known.toString() : null;
	}

	private @Nullable URI learned(NodeId member) {
		try {
			return this.learned.apply(member);
		}
		catch (Throwable ex) {
			Failures.rethrowIfFatal(ex);
			logger.debug("The URL of member {} cannot be asked", member, ex);
			return null;
		}
	}

}

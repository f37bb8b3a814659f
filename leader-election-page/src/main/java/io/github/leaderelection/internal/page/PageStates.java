package io.github.leaderelection.internal.page;

import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.github.leaderelection.internal.actuate.LeaderEndpointWebExtension;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;

/**
 * Writes the state of the page as JSON, a few times a second at most, however many pages
 * are open. Safe for use from any thread.
 */
public final class PageStates {

	private static final EndpointId LEADER = EndpointId.of("leader");

	private static final EndpointId PAGE = EndpointId.of("leaderpage");

	/** How long all callers get the same text. */
	private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	private final LeaderEndpointWebExtension leader;

	private final Supplier<PathMappedEndpoints> paths;

	private final EndpointAccessResolver access;

	private final JsonMapper mapper;

	private final ReentrantLock writing = new ReentrantLock();

	/** One without details, one with them. */
	private final @Nullable Text[] newest = new Text[2];

	public PageStates(LeaderEndpointWebExtension leader, Supplier<PathMappedEndpoints> paths,
			EndpointAccessResolver access, JsonMapper mapper) {
		this.leader = leader;
		this.paths = paths;
		this.access = access;
		this.mapper = mapper;
	}

	boolean isDetailed(SecurityContext caller) {
		return this.leader.isDetailed(caller);
	}

	/** The path of the page below that of all endpoints. */
	String path() {
		String path = this.paths.get().getRootPath(PAGE);
		return (path != null) ? path : PAGE.toLowerCaseString();
	}

	String json(boolean detailed) {
		int index = detailed ? 1 : 0;
		this.writing.lock();
		try {
			Text text = this.newest[index];
			if (text == null || System.nanoTime() - text.nanos() > FRESH_NANOS) {
				text = new Text(this.mapper.writeValueAsString(state(detailed)), System.nanoTime());
				this.newest[index] = text;
			}
			return text.json();
		}
		finally {
			this.writing.unlock();
		}
	}

	private PageState state(boolean detailed) {
		String path = this.paths.get().getRootPath(LEADER);
		boolean acts = path != null && this.access.accessFor(LEADER, Access.READ_ONLY) == Access.UNRESTRICTED;
		return new PageState(Instant.now(), this.leader.node(detailed), this.leader.parts(detailed), path, acts,
				detailed && path != null);
	}

	private record Text(String json, long nanos) {
	}

}

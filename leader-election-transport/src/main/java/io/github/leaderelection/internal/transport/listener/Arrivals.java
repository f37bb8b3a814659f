package io.github.leaderelection.internal.transport.listener;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Holds the bounded places of connections that are no WebSockets. Connections without a
 * request come first, then the others by their last request. A newcomer always gets a
 * place. If all are taken, a connection of the address with the most places gives way. It
 * is the oldest silent one, else the first. Used by one thread at a time.
 */
final class Arrivals {

	private final Map<String, Arrival> open = new LinkedHashMap<>();

	private final int places;

	Arrivals(int places) {
		this.places = places;
	}

	/**
	 * Gives the newcomer a place.
	 * @return the connection that lost its place, or null
	 */
	@Nullable SocketWrapperBase<NioChannel> admit(SocketWrapperBase<NioChannel> newcomer) {
		this.open.values().removeIf((each) -> each.connection().isClosed());
		Arrival leaving = (this.open.size() >= this.places) ? first() : null;
		if (leaving != null) {
			this.open.remove(leaving.id());
		}
		Arrival arrival = new Arrival(newcomer, System.nanoTime(), false);
		this.open.put(arrival.id(), arrival);
		return (leaving != null) ? leaving.connection() : null;
	}

	private @Nullable Arrival first() {
		Map<String, Integer> byHost = new HashMap<>();
		this.open.values().forEach((each) -> byHost.merge(each.host(), 1, Integer::sum));
		// Among equals the first one is the oldest.
		return this.open.values()
			.stream()
			.min(Comparator.<Arrival>comparingInt((each) -> -byHost.getOrDefault(each.host(), 0))
				.thenComparing(Arrival::asked)
				.thenComparing(Arrival::hasSpoken))
			.orElse(null);
	}

	/** Notes a request of the connection, which then gives way after all others. */
	void request(String id) {
		Arrival arrival = this.open.remove(id);
		if (arrival != null) {
			this.open.put(id, new Arrival(arrival.connection(), arrival.sinceNanos(), true));
		}
	}

	/**
	 * Frees the place of a WebSocket, or of a held request, which are counted elsewhere.
	 */
	void leave(String id) {
		this.open.remove(id);
	}

	/** Removes and returns all connections of a greater age without a request. */
	List<SocketWrapperBase<NioChannel>> takeOverdue(long nanos) {
		long now = System.nanoTime();
		List<Arrival> overdue = new ArrayList<>(this.open.values());
		overdue.removeIf((each) -> each.asked() || now - each.sinceNanos() <= nanos);
		overdue.forEach((each) -> this.open.remove(each.id()));
		return overdue.stream().map(Arrival::connection).toList();
	}

	/**
	 * A connection.
	 */
	private record Arrival(SocketWrapperBase<NioChannel> connection, long sinceNanos, boolean asked) {

		/** The connection's id, as requests report it. */
		private String id() {
			return this.connection.getServletConnection("", "").getConnectionId();
		}

		/** Empty once the connection has ended. */
		private String host() {
			String address = this.connection.getRemoteAddr();
			return (address != null) ? address : "";
		}

		/** Whether the first bytes of TLS or, without TLS, of a request have arrived. */
		private boolean hasSpoken() {
			return this.connection.getCurrentProcessor() != null
					|| this.connection.getSocket() instanceof SecureNioChannel secure && secure.getSslEngine() != null;
		}

	}

}

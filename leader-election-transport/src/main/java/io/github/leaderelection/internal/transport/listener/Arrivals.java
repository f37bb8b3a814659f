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
 * The bounded places of connections that have made no request yet, oldest first. A
 * newcomer always gets a place. If all are taken, a connection of the address with the
 * most places gives way: the oldest silent one, else the oldest. Used by one thread at a
 * time.
 */
final class Arrivals {

	private final Map<String, Arrival> waiting = new LinkedHashMap<>();

	private final int places;

	Arrivals(int places) {
		this.places = places;
	}

	/**
	 * Gives the newcomer a place.
	 * @return the connection that lost its place, or null
	 */
	@Nullable SocketWrapperBase<NioChannel> admit(SocketWrapperBase<NioChannel> newcomer) {
		this.waiting.values().removeIf((each) -> each.connection().isClosed());
		Arrival leaving = (this.waiting.size() >= this.places) ? first() : null;
		if (leaving != null) {
			this.waiting.remove(leaving.id());
		}
		Arrival arrival = new Arrival(newcomer, System.nanoTime());
		this.waiting.put(arrival.id(), arrival);
		return (leaving != null) ? leaving.connection() : null;
	}

	private @Nullable Arrival first() {
		Map<String, Integer> byHost = new HashMap<>();
		this.waiting.values().forEach((each) -> byHost.merge(each.host(), 1, Integer::sum));
		// Among equals the first one is the oldest.
		return this.waiting.values()
			.stream()
			.min(Comparator.<Arrival>comparingInt((each) -> -byHost.getOrDefault(each.host(), 0))
				.thenComparing(Arrival::hasSpoken))
			.orElse(null);
	}

	/** The connection with this id has made a request, so its place is free. */
	void leave(String id) {
		this.waiting.remove(id);
	}

	/** Takes the places of all that came longer ago. */
	List<SocketWrapperBase<NioChannel>> takeOverdue(long nanos) {
		long now = System.nanoTime();
		List<Arrival> overdue = new ArrayList<>(this.waiting.values());
		overdue.removeIf((each) -> now - each.sinceNanos() <= nanos);
		overdue.forEach((each) -> this.waiting.remove(each.id()));
		return overdue.stream().map(Arrival::connection).toList();
	}

	/**
	 * A connection without a request.
	 */
	private record Arrival(SocketWrapperBase<NioChannel> connection, long sinceNanos) {

		/** As requests tell it. */
		private String id() {
			return this.connection.getServletConnection("", "").getConnectionId();
		}

		/** Empty once the connection has ended. */
		private String host() {
			String address = this.connection.getRemoteAddr();
			return (address != null) ? address : "";
		}

		/** Whether the first words of TLS have come, or without it those of a request. */
		private boolean hasSpoken() {
			return this.connection.getCurrentProcessor() != null
					|| this.connection.getSocket() instanceof SecureNioChannel secure && secure.getSslEngine() != null;
		}

	}

}

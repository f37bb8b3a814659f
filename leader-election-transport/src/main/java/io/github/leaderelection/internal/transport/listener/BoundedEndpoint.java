package io.github.leaderelection.internal.transport.listener;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.github.leaderelection.internal.transport.servlet.ServletPeers;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * Accepts every connection. Ends another one if too many are open, and after a time-out
 * each one without a request. Tomcat by itself keeps thousands of connections and then
 * accepts none. It never ends a connection whose bytes arrive one by one. Each connection
 * costs memory, with TLS even more.
 */
final class BoundedEndpoint extends NioEndpoint {

	/**
	 * The most connections, more than members need. At a thousand strangers a second, a
	 * member at their address has 0.25 seconds for its TLS handshake.
	 */
	static final int PLACES = 256;

	private final ReentrantLock lock = new ReentrantLock();

	private final Arrivals arrivals = new Arrivals(PLACES);

	private final Consumer<String> crowdedOut;

	private @Nullable Future<?> sweeping;

	/**
	 * Creates an endpoint that does not listen.
	 * @param crowdedOut takes the address of each connection that gave way
	 */
	BoundedEndpoint(Consumer<String> crowdedOut) {
		this.crowdedOut = crowdedOut;
	}

	@Override
	public void startInternal() throws Exception {
		super.startInternal();
		this.sweeping = getUtilityExecutor().scheduleWithFixedDelay(this::endOverdue, 1, 1, TimeUnit.SECONDS);
	}

	@Override
	public void stopInternal() {
		Future<?> present = this.sweeping;
		if (present != null) {
			present.cancel(false);
		}
		super.stopInternal();
	}

	@Override
	protected boolean setSocketOptions(SocketChannel socket) {
		SocketWrapperBase<NioChannel> leaving = null;
		boolean taken;
		// The lock makes an immediate request wait until its connection has a place.
		this.lock.lock();
		try {
			taken = super.setSocketOptions(socket);
			SocketWrapperBase<NioChannel> newcomer = this.connections.get(socket);
			if (newcomer != null) {
				leaving = this.arrivals.admit(newcomer);
			}
		}
		finally {
			this.lock.unlock();
		}
		if (leaving != null) {
			this.crowdedOut.accept(String.valueOf(leaving.getRemoteAddr()));
			end(leaving);
		}
		return taken;
	}

	private void endOverdue() {
		List<SocketWrapperBase<NioChannel>> ending;
		this.lock.lock();
		try {
			ending = this.arrivals.takeOverdue(TimeUnit.MILLISECONDS.toNanos(getConnectionTimeout()));
		}
		finally {
			this.lock.unlock();
		}
		ending.forEach(this::end);
	}

	/** Ends it by an event, as Tomcat does at a timeout: a thread may be reading. */
	private void end(SocketWrapperBase<NioChannel> connection) {
		processSocket(connection, SocketEvent.ERROR, true);
	}

	private void locked(Runnable change) {
		this.lock.lock();
		try {
			change.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** The valve through which each request has to pass. */
	Valve requests() {
		return new Requests();
	}

	/**
	 * Notes which connections make a request, and which become WebSockets or are held.
	 */
	private final class Requests extends ValveBase {

		private Requests() {
			super(true);
		}

		@Override
		public void invoke(Request request, Response response) throws IOException, ServletException {
			String id = request.getServletConnection().getConnectionId();
			locked(() -> BoundedEndpoint.this.arrivals.request(id));
			Runnable leave = () -> locked(() -> BoundedEndpoint.this.arrivals.leave(id));
			request.setAttribute(ServletPeers.KEPT, leave);
			getNext().invoke(request, response);
			if (response.getStatus() == HttpServletResponse.SC_SWITCHING_PROTOCOLS) {
				leave.run();
			}
		}

	}

}

package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicReference;

import io.github.leaderelection.internal.transport.server.PeerHandler;
import org.jspecify.annotations.Nullable;

/**
 * A web server that gives what comes under the transport's path to a handler.
 */
public abstract class TestServer {

	public static final String PATH = "/leader-election";

	private final AtomicReference<@Nullable PeerHandler> handler = new AtomicReference<>();

	private final AtomicReference<@Nullable PeerHandler> joins = new AtomicReference<>();

	private final AtomicReference<@Nullable PeerHandler> observers = new AtomicReference<>();

	private final AtomicReference<@Nullable PeerHandler> workers = new AtomicReference<>();

	private volatile boolean refusing;

	public abstract int port();

	/** By which it is reached. */
	public String scheme() {
		return "http";
	}

	/**
	 * A connection to it, by TLS where it speaks that; gives it the certificate of a
	 * member.
	 */
	public Socket secured(Socket connected) throws IOException {
		return connected;
	}

	/** Serves a connection in its place, by TLS where it speaks that. */
	public Socket impersonated(Socket accepted) throws IOException {
		return accepted;
	}

	/**
	 * How many connections the server keeps that were made WebSockets.
	 */
	public abstract int keptUpgrades();

	public abstract void stop();

	/**
	 * From now on nobody opens a connection here; those that are open go on.
	 */
	public final void refuseDials() {
		this.refusing = true;
	}

	/**
	 * From now on whoever dials may open a connection here, as at first.
	 */
	public final void acceptDials() {
		this.refusing = false;
	}

	protected final boolean isRefusing() {
		return this.refusing;
	}

	public final void handler(PeerHandler newHandler) {
		this.handler.set(newHandler);
	}

	/** Answers what comes to the path of those who join, instead of the other handler. */
	public final void joins(PeerHandler newHandler) {
		this.joins.set(newHandler);
	}

	/** Answers what comes to the path of observers. */
	public final void observers(PeerHandler newHandler) {
		this.observers.set(newHandler);
	}

	/** Answers what comes to the path of workers. */
	public final void workers(PeerHandler newHandler) {
		this.workers.set(newHandler);
	}

	protected final @Nullable PeerHandler handlerOf(String path) {
		if (path.endsWith("/workers")) {
			return this.workers.get();
		}
		if (path.endsWith("/observers")) {
			return this.observers.get();
		}
		PeerHandler joining = path.endsWith("/join") ? this.joins.get() : null;
		return (joining != null) ? joining : this.handler.get();
	}

}

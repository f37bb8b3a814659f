package io.github.leaderelection.internal.transport.link;

import java.io.IOException;
import java.net.URI;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.spi.CloseReason;
import io.github.leaderelection.internal.transport.spi.Connection;
import io.github.leaderelection.internal.transport.seal.SessionKeys;
import io.github.leaderelection.internal.transport.seal.Side;
import org.jspecify.annotations.Nullable;

/**
 * A connection whose other side reads everything and says nothing.
 */
public class SilentConnection implements Connection {

	@Override
	public void send(String frames) {
	}

	@Override
	public void ping() throws IOException {
	}

	@Override
	public void close(CloseReason reason) {
	}

	@Override
	public void abort(CloseReason reason) {
	}

	@Override
	public void keyed(SessionKeys keys, Side own) {
	}

	@Override
	public void introduced(NodeId peer, @Nullable URI url) {
	}

	@Override
	public boolean isEchoNeeded() {
		return false;
	}

	@Override
	public boolean isWrittenByReader() {
		return false;
	}

	@Override
	public String remoteAddress() {
		return remoteHost() + ":1";
	}

	@Override
	public String remoteHost() {
		return "127.0.0.1";
	}

}

package io.github.leaderelection.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three processes that lead by a lease in a Redis server.
 */
class RedisStoreIT extends AbstractStoreIT {

	private static final String DONE = "+OK\r\n";

	RedisStoreIT() {
		super("redis");
	}

	@Override
	boolean deleteRecord(Map<String, String> settings) {
		int port = Integer.parseInt(settings.get("spring.data.redis.port"));
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			socket.getOutputStream().write("FLUSHALL\r\n".getBytes(StandardCharsets.US_ASCII));
			assertThat(socket.getInputStream().readNBytes(DONE.length())).asString().isEqualTo(DONE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return true;
	}

}

package io.github.leaderelection.internal.transport.websocket;

import java.io.IOException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.MalformedInputException;
import java.util.List;

import io.github.leaderelection.internal.transport.spi.FrameListener;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;

/**
 * Tests for {@link JdkSocket}.
 */
class JdkSocketTests {

	private final WebSocket open = mock(WebSocket.class);

	private final FrameListener told = mock(FrameListener.class);

	private final JdkSocket socket = new JdkSocket(URI.create("ws://localhost:1/x")).over(this.open);

	private final WebSocketConnection connection = new WebSocketConnection(this.socket);

	private void read() {
		assertThat(this.connection.take((taken) -> this.told)).isTrue();
		this.socket.read(this.connection);
	}

	@Test
	void partsAreOneMessageAndEachIsAskedFor() {
		read();
		this.socket.onText(this.open, "{\"a\":", false);
		verify(this.told, never()).frames(any());
		this.socket.onText(this.open, "1}", true);
		this.socket.onText(this.open, "2", true);
		verify(this.told).frames(List.of("{\"a\":1}"));
		verify(this.told).frames(List.of("2"));
		verify(this.open, times(4)).request(1);
	}

	@Test
	void aMessageThatIsTooLongEndsTheConnectionWhateverItsParts() {
		read();
		for (int i = 0; i < 2; i++) {
			this.socket.onText(this.open, "x".repeat(10_000), false);
		}
		verify(this.open).abort();
		verify(this.told).closed(1009);
		verify(this.told, never()).frames(any());
	}

	@Test
	void whyTheConnectionEndedIsTold() {
		read();
		this.socket.onBinary(this.open, ByteBuffer.allocate(1), true);
		verify(this.told).binary();
		this.socket.onPong(this.open, ByteBuffer.allocate(0));
		verify(this.told).pong();
		this.socket.onClose(this.open, 4409, "");
		verify(this.told).closed(4409);
		this.socket.onError(this.open, new MalformedInputException(1));
		verify(this.told).closed(1007);
		this.socket.onError(this.open, new ProtocolException());
		verify(this.told).closed(1002);
		this.socket.onError(this.open, new IOException());
		verify(this.told).closed(1006);
	}

	@Test
	void aFailureBeforeTheConnectionIsTakenIsToldAfterwards() {
		this.socket.onError(this.open, new IOException());
		read();
		verify(this.told).closed(1006);
	}

}

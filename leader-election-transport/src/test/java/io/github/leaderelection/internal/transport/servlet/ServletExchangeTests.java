package io.github.leaderelection.internal.transport.servlet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.transport.server.StrangersBodies;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import io.github.leaderelection.internal.transport.server.Reply;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ServletExchange}: a POST that is refused for two reasons at once
 * counts as one.
 */
class ServletExchangeTests {

	private final List<RefusalReason> counted = new ArrayList<>();

	private final StrangersBodies bodies = new StrangersBodies();

	private final ServletExchange post = new ServletExchange(request(), response());

	private Runnable meanwhile = () -> {
	};

	private static MockHttpServletRequest request() {
		MockHttpServletRequest request = new MockHttpServletRequest() {

			@Override
			public ServletInputStream getInputStream() {
				return new SilentBody();
			}

		};
		request.setAsyncSupported(true);
		return request;
	}

	private static MockHttpServletResponse response() {
		return new MockHttpServletResponse() {

			@Override
			public ServletOutputStream getOutputStream() {
				return new ReadyAnswer();
			}

		};
	}

	private Reply refused(RefusalReason reason) {
		this.counted.add(reason);
		Runnable once = this.meanwhile;
		this.meanwhile = () -> {
		};
		once.run();
		return Reply.refused(reason);
	}

	private boolean admit(ServletExchange newcomer, int places) {
		return this.bodies.admit(newcomer, (others) -> others < places, () -> refused(RefusalReason.TOO_MANY));
	}

	private boolean anotherComes() {
		return admit(new ServletExchange(request(), response()), 1);
	}

	private void timeOut() {
		this.post.onTimeout(new AsyncEvent(null));
	}

	@BeforeEach
	void awaitTheBody() throws IOException {
		assertThat(admit(this.post, 1)).isTrue();
		this.post.read((body) -> CompletableFuture.completedFuture(Reply.unavailable()), this::refused);
	}

	@Test
	void bodyThatGivesWayAndIsLateMeanwhileCountsOnce() {
		this.meanwhile = this::timeOut;
		assertThat(anotherComes()).isTrue();
		assertThat(this.counted).containsExactly(RefusalReason.TOO_MANY);
	}

	@Test
	void bodyThatIsLateAndHasToGiveWayMeanwhileCountsOnce() {
		this.meanwhile = this::anotherComes;
		timeOut();
		assertThat(this.counted).containsExactly(RefusalReason.SLOW_HANDSHAKE);
	}

	@Test
	void bodyThatBreaksOffAfterItsAnswerIsNotCounted() {
		this.post.reply(Reply.unavailable());
		this.post.onError(new IOException("broken off"));
		assertThat(this.counted).isEmpty();
	}

	/**
	 * An answer that is written at once.
	 */
	private static final class ReadyAnswer extends ServletOutputStream {

		@Override
		public boolean isReady() {
			return true;
		}

		@Override
		public void setWriteListener(WriteListener listener) {
			try {
				listener.onWritePossible();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

		@Override
		public void write(int part) {
			// Nobody reads it.
		}

	}

	/**
	 * A body of which nothing comes.
	 */
	private static final class SilentBody extends ServletInputStream {

		@Override
		public boolean isFinished() {
			return false;
		}

		@Override
		public boolean isReady() {
			return false;
		}

		@Override
		public void setReadListener(ReadListener listener) {
			assertThat(listener).isNotNull();
		}

		@Override
		public int read() {
			throw new IllegalStateException("Nothing can be read yet");
		}

	}

}

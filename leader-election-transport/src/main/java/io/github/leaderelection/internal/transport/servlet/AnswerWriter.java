package io.github.leaderelection.internal.transport.servlet;

import java.io.IOException;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes an answer as fast as the other side reads it. No thread waits meanwhile, so a
 * client that does not read delays no other. The container calls one method at a time.
 */
final class AnswerWriter implements WriteListener {

	private static final Logger logger = LoggerFactory.getLogger(AnswerWriter.class);

	private final ServletOutputStream out;

	private final Runnable ending;

	private byte @Nullable [] bytes;

	private boolean flushed;

	private boolean ended;

	/**
	 * Creates a writer of one answer.
	 * @param ending completes the request
	 */
	AnswerWriter(ServletOutputStream out, byte[] bytes, Runnable ending) {
		this.out = out;
		this.bytes = bytes;
		this.ending = ending;
	}

	@Override
	public void onWritePossible() throws IOException {
		while (!this.ended && this.out.isReady()) {
			byte[] unwritten = this.bytes;
			if (unwritten != null) {
				this.bytes = null;
				this.out.write(unwritten);
			}
			else if (!this.flushed) {
				// The container itself would wait at the end until all is flushed.
				this.flushed = true;
				this.out.flush();
			}
			else {
				end();
			}
		}
	}

	@Override
	public void onError(Throwable failure) {
		logger.debug("An answer could not be written", failure);
		end();
	}

	private void end() {
		if (!this.ended) {
			this.ended = true;
			this.ending.run();
		}
	}

}

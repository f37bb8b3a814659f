package io.github.leaderelection.internal.forward.message;

import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * The body of the leader's answer. It requests the next piece after writing the previous
 * one.
 */
public final class AnswerBody extends Pieces implements BodySubscriber<AnswerBody> {

	@Override
	public CompletionStage<AnswerBody> getBody() {
		return CompletableFuture.completedFuture(this);
	}

	/**
	 * Writes all pieces as they arrive.
	 * @param patience the time limit for each piece
	 * @throws ClientGoneException if writing fails
	 * @throws BrokenAnswerException if the answer ends prematurely or takes too long
	 * @throws InterruptedException if the thread is interrupted
	 */
	public void copyTo(OutputStream target, Duration patience) throws IOException, InterruptedException {
		WritableByteChannel channel = Channels.newChannel(target);
		List<ByteBuffer> piece = arriving(patience);
		while (piece != null) {
			write(piece, channel, target);
			piece = arriving(patience);
		}
		try {
			target.close();
		}
		catch (IOException ex) {
			throw new ClientGoneException(ex);
		}
	}

	private @Nullable List<ByteBuffer> arriving(Duration patience) throws BrokenAnswerException, InterruptedException {
		try {
			return next(patience);
		}
		catch (IOException ex) {
			throw new BrokenAnswerException("The leader's answer ended prematurely: " + ex.getMessage(), ex);
		}
	}

	private static void write(List<ByteBuffer> piece, WritableByteChannel channel, OutputStream target)
			throws ClientGoneException {
		try {
			for (ByteBuffer buffer : piece) {
				channel.write(buffer);
			}
			target.flush();
		}
		catch (IOException ex) {
			throw new ClientGoneException(ex);
		}
	}

}

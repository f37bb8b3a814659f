package io.github.leaderelection.internal.transport.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.spi.OutgoingClient;
import io.github.leaderelection.internal.transport.tls.PeerTls;

/**
 * POSTs to other nodes over connections it keeps alive. Safe for use from any thread.
 */
public final class PostClient implements AutoCloseable {

	private final OutgoingClient client;

	/**
	 * Creates a client.
	 * @param name the prefix of its threads' names
	 * @param posts the number of POSTs that can have a thread each at the same time
	 * @param tls the TLS settings for https URLs
	 */
	public PostClient(String name, int posts, PeerTls tls) {
		this.client = new OutgoingClient(name, posts, tls);
	}

	/**
	 * Blocks until the whole answer has arrived, for a bounded time.
	 * @param headers in addition to those of every POST
	 * @throws IOException if no answer arrives
	 */
	public Answer post(URI url, Map<String, String> headers, byte[] body) throws IOException {
		return post(url, headers, body, OutgoingClient.MILLIS, PostHeaders.MAX_BODY);
	}

	/**
	 * Blocks until the whole answer has arrived, or the thread is interrupted.
	 * @param millis the limit of the time
	 * @param max the longest answer in bytes
	 * @throws IOException if no answer arrives
	 */
	public Answer post(URI url, Map<String, String> headers, byte[] body, long millis, int max) throws IOException {
		CompletableFuture<HttpResponse<String>> sent = send(request(url, headers, body), max);
		try {
			return answer(sent.get(millis, TimeUnit.MILLISECONDS));
		}
		catch (TimeoutException ex) {
			sent.cancel(true);
			throw new SocketTimeoutException("No answer within " + millis + " ms");
		}
		catch (ExecutionException ex) {
			throw OutgoingClient.explained(url, ex.getCause());
		}
		catch (InterruptedException ex) {
			sent.cancel(true);
			Thread.currentThread().interrupt();
			throw new InterruptedIOException("The transport is closing");
		}
	}

	/**
	 * POSTs without a waiting thread.
	 * @param millis the limit of the time until the answer begins
	 * @return the answer; ends the POST if it is cancelled
	 */
	public CompletableFuture<Answer> send(URI url, Map<String, String> headers, byte[] body, long millis, int max) {
		CompletableFuture<HttpResponse<String>> sent = send(
				request(url, headers, body).timeout(Duration.ofMillis(millis)), max);
		CompletableFuture<Answer> answer = sent.thenApply((response) -> {
			try {
				return answer(response);
			}
			catch (IOException ex) {
				throw new CompletionException(ex);
			}
		});
		answer.whenComplete((given, failure) -> sent.cancel(true));
		return answer;
	}

	/** Runs a task on a thread of the client. */
	public void execute(Runnable task) {
		this.client.client().executor().ifPresent((threads) -> threads.execute(task));
	}

	private CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request, int max) {
		return this.client.client().sendAsync(request.build(), (info) -> new BoundedBody(max));
	}

	private static HttpRequest.Builder request(URI url, Map<String, String> headers, byte[] body) {
		HttpRequest.Builder request = HttpRequest.newBuilder(url)
			.header("Content-Type", PostHeaders.CONTENT_TYPE)
			.header(PostHeaders.VERSION, PostHeaders.SPOKEN)
			.POST(BodyPublishers.ofByteArray(body));
		headers.forEach(request::header);
		return request;
	}

	private static Answer answer(HttpResponse<String> response) throws IOException {
		HttpHeaders headers = response.headers();
		try {
			return new Answer(response.statusCode(), headers.firstValue(PostHeaders.SESSION).orElse(null),
					(int) headers.firstValueAsLong(PostHeaders.CLOSE).orElse(0), response.body());
		}
		catch (NumberFormatException ex) {
			throw new IOException("The answer's header " + PostHeaders.CLOSE + " is not a number", ex);
		}
	}

	@Override
	public void close() {
		this.client.close();
	}

}

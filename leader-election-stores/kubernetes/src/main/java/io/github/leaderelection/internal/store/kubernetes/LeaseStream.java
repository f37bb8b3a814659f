package io.github.leaderelection.internal.store.kubernetes;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer to a watch line by line until it ends or fails. Lines arrive one after
 * the other.
 */
final class LeaseStream implements AsyncBody.Consumer<List<ByteBuffer>>, AutoCloseable {

	/** The time after which a stream that the server did not end counts as lost. */
	private static final long GRACE_MILLIS = 10_000;

	/** In bytes, far more than a Lease has: an API server does not send a longer line. */
	private static final int MAX_LINE = 1 << 20;

	private final ByteArrayOutputStream line = new ByteArrayOutputStream();

	private final AtomicReference<@Nullable End> end = new AtomicReference<>();

	private final ApiClient client;

	private final Changes changes;

	private final Consumer<LeaseStream> onEnd;

	private volatile String version;

	private volatile @Nullable AsyncBody body;

	private volatile boolean hasToldAnything;

	LeaseStream(ApiClient client, String version, Changes changes, Consumer<LeaseStream> onEnd) {
		this.client = client;
		this.version = version;
		this.changes = changes;
		this.onEnd = onEnd;
	}

	void begin(CompletableFuture<HttpResponse<AsyncBody>> head, Duration longest) {
		head.whenComplete((response, failure) -> {
			if (response == null) {
				end(new End(ApiClient.problem(failure), true));
			}
			else if (response.code() != ApiAnswer.OK) {
				response.body().cancel();
				end(new End("It answered " + response.code() + " to a watch", response.code() != ApiAnswer.GONE));
			}
			else {
				tryToOpen(response.body(), longest);
			}
		});
	}

	/** Opens the stream; a failure ends it and so reaches the end's listener. */
	private void tryToOpen(AsyncBody opened, Duration longest) {
		try {
			open(opened, longest);
		}
		catch (RuntimeException | Error ex) {
			end(new End(ApiClient.problem(ex), true));
		}
	}

	private void open(AsyncBody opened, Duration longest) {
		this.body = opened;
		opened.done()
			.whenComplete((done, failure) -> end(new End((failure != null) ? ApiClient.problem(failure) : null, true)));
		this.client.later(() -> end(new End("Nothing more was heard of a watch", true)),
				longest.toMillis() + GRACE_MILLIS);
		opened.consume();
		if (this.end.get() != null) {
			opened.cancel();
		}
	}

	@Override
	public void consume(List<ByteBuffer> buffers, AsyncBody from) {
		for (ByteBuffer buffer : buffers) {
			while (buffer.hasRemaining()) {
				byte next = buffer.get();
				if (next == '\n') {
					String whole = this.line.toString(StandardCharsets.UTF_8);
					this.line.reset();
					read(whole);
				}
				else if (this.line.size() < MAX_LINE) {
					this.line.write(next);
				}
				else {
					end(new End("It sent a line of more than 1 MiB to a watch", true));
					return;
				}
			}
		}
		from.consume();
	}

	private void read(String text) {
		if (text.isBlank() || this.end.get() != null) {
			return;
		}
		Line event = Line.of(text);
		Lease lease = event.lease();
		if (lease != null) {
			this.hasToldAnything = true;
			this.version = lease.getMetadata().getResourceVersion();
			if (!"BOOKMARK".equals(event.type())) {
				this.changes.changed(lease, "DELETED".equals(event.type()));
			}
			return;
		}
		Integer code = event.code();
		end(new End("It ended a watch with " + event.type() + " " + code, code != null && code != ApiAnswer.GONE));
	}

	private void end(End how) {
		if (this.end.compareAndSet(null, how)) {
			cancel();
			this.onEnd.accept(this);
		}
	}

	private void cancel() {
		AsyncBody open = this.body;
		if (open != null) {
			open.cancel();
		}
	}

	boolean isStanding() {
		return this.body != null && this.end.get() == null;
	}

	/** The resource version from which the next stream continues. */
	String version() {
		return this.version;
	}

	boolean hasToldAnything() {
		return this.hasToldAnything;
	}

	/** How the stream ended. Called after the end. */
	End end() {
		End how = this.end.get();
		return (how != null) ? how : End.CLOSED;
	}

	/** Ends the stream without a call of the end's listener. */
	@Override
	public void close() {
		this.end.compareAndSet(null, End.CLOSED);
		cancel();
	}

	/**
	 * A line of an answer to a watch. The library's own class for it would load the
	 * classes of all resources.
	 *
	 * @param lease the changed Lease, null for an error that ends the watch
	 * @param code the status code of that error, null if there is none
	 */
	record Line(String type, @Nullable Lease lease, @Nullable Integer code) {

		static Line of(String text) {
			JsonNode line = ApiClient.words().unmarshal(text, JsonNode.class);
			JsonNode object = line.path("object");
			boolean isLease = "Lease".equals(object.path("kind").textValue());
			JsonNode code = object.path("code");
			return new Line(line.path("type").asText(),
					isLease ? ApiClient.words().convertValue(object, Lease.class) : null,
					code.isInt() ? code.intValue() : null);
		}

	}

	/**
	 * How a stream ended.
	 *
	 * @param problem the problem; null if the server ended the stream regularly
	 * @param isVersionKept whether the next stream may continue from its version
	 */
	record End(@Nullable String problem, boolean isVersionKept) {

		static final End CLOSED = new End(null, true);

	}

	/**
	 * Receives the changes of a stream.
	 */
	interface Changes {

		void changed(Lease lease, boolean isDeleted);

	}

}

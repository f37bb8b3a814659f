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
 * One answer to a watch, line by line, until it ends in whatever way. Lines come one
 * after the other.
 */
final class LeaseStream implements AsyncBody.Consumer<List<ByteBuffer>>, AutoCloseable {

	/** The server ends a stream; this is for one that is not heard of any more. */
	private static final long GRACE_MILLIS = 10_000;

	/** Far more than a Lease has: whoever sends more is no API server. */
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

	/** Whatever fails, somebody hears of its end. */
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

	/** From where to go on. */
	String version() {
		return this.version;
	}

	boolean hasToldAnything() {
		return this.hasToldAnything;
	}

	/** How it ended; to be asked once it has. */
	End end() {
		End how = this.end.get();
		return (how != null) ? how : End.CLOSED;
	}

	/** Nobody hears of its end. */
	@Override
	public void close() {
		this.end.compareAndSet(null, End.CLOSED);
		cancel();
	}

	/**
	 * A line of an answer to a watch. The library's own class for that looks for the
	 * classes of all resources, and loads them.
	 *
	 * @param lease to what, null for a watch that ends
	 * @param code why it ends, null if that is not said
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
	 * @param problem what went wrong; null where the server ended it as it does
	 * @param isVersionKept whether one may go on from where it ended
	 */
	record End(@Nullable String problem, boolean isVersionKept) {

		static final End CLOSED = new End(null, true);

	}

	/**
	 * Hears what a stream tells.
	 */
	interface Changes {

		void changed(Lease lease, boolean isDeleted);

	}

}

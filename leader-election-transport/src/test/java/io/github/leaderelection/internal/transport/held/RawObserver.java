package io.github.leaderelection.internal.transport.held;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.seal.SharedSecret;
import io.github.leaderelection.internal.transport.wire.HeldCodec;
import io.github.leaderelection.internal.transport.wire.HeldFrame;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Ask;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Leave;
import io.github.leaderelection.internal.transport.wire.HeldFrame.Shown;
import io.github.leaderelection.internal.transport.wire.WireException;
import io.github.leaderelection.internal.view.GroupView;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An observer whose requests a test makes one by one.
 */
final class RawObserver {

	private static final HttpClient CLIENT = HttpClient.newBuilder().version(Version.HTTP_1_1).build();

	private static final HeldCodec CODEC = new HeldCodec();

	private final SharedSecret secret = new SharedSecret("secret");

	private final String nonce = this.secret.freshNonce();

	private final URI url;

	private final String id;

	private String session = "";

	private String question = "";

	private String body = "";

	private long number;

	RawObserver(URI member, String id) {
		this.url = URI.create(member + TestServer.PATH + SealedText.PATH);
		this.id = id;
	}

	static HttpRequest request(URI url, @Nullable String session, String body) {
		HttpRequest.Builder request = HttpRequest.newBuilder(url)
			.POST(BodyPublishers.ofString(body))
			.setHeader("Content-Type", "application/x-ndjson")
			.setHeader("Leader-Election-Version", "2");
		if (session != null) {
			request.setHeader("Leader-Election-Session", session);
		}
		return request.build();
	}

	private CompletableFuture<HttpResponse<String>> send(String text) {
		return CLIENT.sendAsync(request(this.url, this.session.isEmpty() ? null : this.session, text),
				BodyHandlers.ofString());
	}

	String session() {
		return this.session;
	}

	/** The body of the next request. */
	String next() {
		this.question = CODEC.encode(new Ask("test", NodeId.of(this.id), NodeId.of("a"), this.nonce, this.number++));
		this.body = SealedText.question(this.question, this.session, this.secret).body();
		return this.body;
	}

	CompletableFuture<HttpResponse<String>> ask() {
		return send(next());
	}

	/** Sends the last request once more. */
	HttpResponse<String> repeat() {
		return send(this.body).join();
	}

	/** Sends what it likes, sealed as a question of its session. */
	HttpResponse<String> say(String text) {
		return send(SealedText.question(text, this.session, this.secret).body()).join();
	}

	/** Sends a question that another makes. */
	HttpResponse<String> say(String ownSecret, Ask ask) {
		return send(SealedText.question(CODEC.encode(ask), this.session, new SharedSecret(ownSecret)).body()).join();
	}

	/** Leaves its place, whether or not a request is held. */
	HttpResponse<String> leave(String ownSecret) {
		String text = SealedText.question(CODEC.encode(new Leave(this.session)), "", new SharedSecret(ownSecret))
			.body();
		return CLIENT.sendAsync(request(this.url, null, text), BodyHandlers.ofString()).join();
	}

	HttpResponse<String> open() {
		HttpResponse<String> answer = ask().join();
		assertThat(views(answer)).isEmpty();
		this.session = answer.headers().firstValue("Leader-Election-Session").orElseThrow();
		return answer;
	}

	/** Opens a session and takes a place by it. */
	List<GroupView> observe() {
		open();
		return views(ask().join());
	}

	/** The views in a genuine answer to the last question. */
	List<GroupView> views(HttpResponse<String> answer) {
		return shown(answer).stream().map((each) -> ((Shown) each).view()).toList();
	}

	/** What a genuine answer to the last question shows. */
	List<HeldFrame> shown(HttpResponse<String> answer) {
		assertThat(answer.statusCode()).as("%s %s", answer.headers().map(), answer.body()).isEqualTo(200);
		SealedText told = SealedText.read(answer.body());
		assertThat(told.provenAnswer(this.question, this.secret)).isNotNull();
		List<HeldFrame> frames = new ArrayList<>();
		try {
			for (String line : told.text().lines().toList()) {
				frames.add(CODEC.decode(line));
			}
		}
		catch (WireException ex) {
			throw new AssertionError(ex);
		}
		return frames;
	}

	static int code(HttpResponse<?> answer) {
		return (int) answer.headers().firstValueAsLong("Leader-Election-Close").orElse(0);
	}

	URI url() {
		return this.url;
	}

	/** A request that nobody reads the answer of, as bytes of HTTP. */
	String unread() throws IOException {
		String text = next();
		return "POST " + this.url.getPath() + " HTTP/1.1\r\nHost: " + this.url.getAuthority()
				+ "\r\nContent-Type: application/x-ndjson\r\nLeader-Election-Version: 2\r\nLeader-Election-Session: "
				+ this.session + "\r\nContent-Length: " + text.length() + "\r\n\r\n" + text;
	}

}

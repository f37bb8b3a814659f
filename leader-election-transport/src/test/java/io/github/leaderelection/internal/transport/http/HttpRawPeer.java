package io.github.leaderelection.internal.transport.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import javax.net.ssl.SSLException;

import io.github.leaderelection.internal.transport.server.PostHeaders;
import io.github.leaderelection.internal.transport.link.RawPeer;
import io.github.leaderelection.internal.transport.link.TestNode;
import io.github.leaderelection.internal.transport.link.TestServer;
import io.github.leaderelection.internal.transport.seal.SealException;
import io.github.leaderelection.internal.transport.seal.Side;

/**
 * An HTTP client that does on purpose what no client should do, on one TCP connection.
 */
final class HttpRawPeer extends RawPeer {

	static final String VERSION = "Leader-Election-Version: 2";

	static final String TYPE = "Content-Type: application/x-ndjson";

	/** Stands for a close among the texts. */
	private static final String CLOSED = "closed";

	private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

	private final BlockingQueue<Integer> closes = new LinkedBlockingQueue<>();

	private final CountDownLatch over = new CountDownLatch(1);

	private final RawPeerServer server;

	private volatile boolean deaf;

	private String session;

	private boolean unanswered;

	private boolean last;

	private boolean announcementCounts;

	/** Only connects. */
	HttpRawPeer(TestNode node, InetAddress host, RawPeerServer server) throws IOException {
		super(node.server.secured(connected(host, node.server.port())));
		this.server = server;
	}

	@Override
	public int knock(String... headers) throws IOException {
		byte[] greeting = bytes(written(opening()));
		head("POST", greeting.length, join(List.of(VERSION, TYPE), headers));
		write(greeting);
		return read().status();
	}

	static String[] join(List<String> some, String... more) {
		List<String> all = new java.util.ArrayList<>(some);
		all.addAll(List.of(more));
		return all.toArray(String[]::new);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	void head(String method, int length, String... headers) throws IOException {
		String line = method + " " + TestServer.PATH;
		request(line, (length < 0) ? headers : join(List.of("Content-Length: " + length), headers));
	}

	/** From now on a connection has ended once an answer says that it is the last. */
	HttpRawPeer believingAnnouncements() {
		this.announcementCounts = true;
		return this;
	}

	/** Writes one more byte of a body, unless the other side has closed meanwhile. */
	void drip() {
		try {
			write(new byte[] { 'x' });
		}
		catch (IOException ex) {
			// Its answer is still to be read.
		}
	}

	@Override
	public void plain(String text) throws IOException {
		post(bytes(text));
	}

	/** A text as it is sealed with this number. */
	String sealed(String text, long number) {
		return sealed(Side.DIALLER, text, number);
	}

	/** POSTs, in the session if there is one. */
	int post(byte[] body) throws IOException {
		if (this.session != null) {
			head("POST", body.length, sessionHeaders());
			write(body);
			return read().status();
		}
		head("POST", body.length, VERSION, TYPE);
		write(body);
		Response response = read();
		String given = response.headers().get("leader-election-session");
		if (given != null) {
			this.session = given;
			this.server.add(given, this);
		}
		return response.status();
	}

	int post(String text) throws IOException {
		return post(bytes(text));
	}

	private String[] sessionHeaders() {
		return new String[] { VERSION, TYPE, "Leader-Election-Session: " + this.session };
	}

	@Override
	public void half(String text) throws IOException {
		byte[] body = bytes(text);
		stopReading();
		if (this.session == null) {
			head("POST", body.length + 100, VERSION, TYPE);
		}
		else {
			head("POST", body.length + 100, sessionHeaders());
		}
		write(body);
		this.unanswered = true;
	}

	@Override
	public void manyParts() throws IOException {
		head("POST", -1, VERSION, TYPE, "Transfer-Encoding: chunked");
		this.unanswered = true;
		for (int i = 0; i < 11; i++) {
			write(bytes("2710\r\n" + "x".repeat(10_000) + "\r\n"));
		}
	}

	@Override
	public void stopReading() {
		this.deaf = true;
	}

	/** A POST arrived; gives the body of the answer. */
	String arrived(String sealed) throws IOException {
		if (this.deaf) {
			try {
				this.over.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
		try {
			String text = this.opener.open(sealed);
			Integer code = PostHeaders.code(text);
			if (code != null) {
				closed(code);
			}
			else if (!text.isEmpty()) {
				this.texts.addAll(List.of(text.split("\n")));
			}
			return this.keys.answers(Side.DIALLER).seal(this.opener.number(), "");
		}
		catch (SealException ex) {
			throw new IOException(ex);
		}
	}

	private void closed(int code) {
		this.closes.add(code);
		this.texts.add(CLOSED);
	}

	/** Reads an answer. */
	Response read() throws IOException {
		Map<String, String> headers = new TreeMap<>();
		int status = status(headers);
		String body = new String(this.in.readNBytes(Integer.parseInt(headers.getOrDefault("content-length", "0"))),
				StandardCharsets.US_ASCII);
		this.last = "close".equals(headers.get("connection"));
		if (headers.containsKey("leader-election-close")) {
			closed(Integer.parseInt(headers.get("leader-election-close")));
		}
		else if (this.session == null && !body.isEmpty()) {
			this.texts.add(body);
		}
		return new Response(status, headers);
	}

	@Override
	public String readText() throws IOException {
		String text = poll(this.texts);
		if (CLOSED.equals(text)) {
			throw new EOFException("closed");
		}
		return text;
	}

	private static <T> T poll(BlockingQueue<T> queue) throws IOException {
		try {
			T next = queue.poll(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
			if (next == null) {
				throw new IOException("Nothing came");
			}
			return next;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IOException(ex);
		}
	}

	@Override
	public int readClose() throws IOException {
		if (this.unanswered) {
			this.unanswered = false;
			read();
		}
		return poll(this.closes);
	}

	@Override
	public boolean readEnd() throws IOException {
		try {
			if (this.unanswered) {
				this.unanswered = false;
				read();
			}
			long begun = System.nanoTime();
			while (!this.last && this.closes.isEmpty() && System.nanoTime() - begun < TIMEOUT_MILLIS * 1_000_000L) {
				if (post(this.sealer.seal("")) == 410) {
					return true;
				}
			}
			return !this.last || this.announcementCounts || this.in.read() < 0;
		}
		catch (SocketException | SSLException ex) {
			return true;
		}
	}

	@Override
	public void close() throws IOException {
		this.over.countDown();
		super.close();
	}

	/**
	 * An answer.
	 */
	record Response(int status, Map<String, String> headers) {
	}

}

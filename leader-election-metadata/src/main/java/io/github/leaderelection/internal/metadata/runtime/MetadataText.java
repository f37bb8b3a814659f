package io.github.leaderelection.internal.metadata.runtime;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.LeaderSequenceNumber;
import io.github.leaderelection.internal.metadata.protocol.Metadata;

/**
 * A value as a store keeps it: {@code token.counter key=value&key=value}, encoded as in
 * URLs, for a store may take ASCII only.
 */
final class MetadataText {

	private MetadataText() {
	}

	static String of(Metadata value) {
		LeaderSequenceNumber sequence = value.sequence();
		if (sequence == null) {
			throw new IllegalArgumentException("A value without a sequence is never written");
		}
		return value.entries()
			.stream()
			.map((each) -> encoded(each.key()) + "=" + encoded(each.value()))
			.collect(Collectors.joining("&", sequence.fencingToken() + "." + sequence.counter() + " ", ""));
	}

	/** Refuses what no node wrote by an {@link IllegalArgumentException}. */
	static Metadata parse(String text) {
		int end = text.indexOf(' ');
		int dot = text.indexOf('.');
		if (dot < 0 || end < dot) {
			throw new IllegalArgumentException("it does not begin with a token and a counter");
		}
		List<Metadata.Entry> entries = new ArrayList<>();
		for (String each : text.substring(end + 1).split("&")) {
			int equals = each.indexOf('=');
			if (equals > 0) {
				entries
					.add(new Metadata.Entry(decoded(each.substring(0, equals)), decoded(each.substring(equals + 1))));
			}
			else if (!each.isEmpty()) {
				throw new IllegalArgumentException("a key has no value");
			}
		}
		return new Metadata(new LeaderSequenceNumber(Long.parseLong(text.substring(0, dot)),
				Long.parseLong(text.substring(dot + 1, end))), entries, false);
	}

	private static String encoded(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8);
	}

	private static String decoded(String text) {
		return URLDecoder.decode(text, StandardCharsets.UTF_8);
	}

}

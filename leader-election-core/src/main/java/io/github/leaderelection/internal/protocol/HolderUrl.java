package io.github.leaderelection.internal.protocol;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/**
 * What the URL of a lease's holder says in the store: where it is reached, and as its
 * fragment, of which application it is. No server is ever told a fragment.
 *
 * @param url where the holder is reached over HTTP, null where it is not
 * @param application the name of its application, null where that has none
 */
public record HolderUrl(@Nullable String url, @Nullable String application) {

	private static final char BETWEEN = '#';

	/** Takes what {@link #text()} made apart. */
	public static HolderUrl of(@Nullable String text) {
		int end = (text != null) ? text.indexOf(BETWEEN) : -1;
		if (text == null || end < 0) {
			return new HolderUrl(text, null);
		}
		String url = (end > 0) ? text.substring(0, end) : null;
		try {
			String name = URLDecoder.decode(text.substring(end + 1), StandardCharsets.UTF_8);
			return new HolderUrl(url, name.isEmpty() ? null : name);
		}
		catch (IllegalArgumentException ex) {
			// somebody wrote it by hand
			return new HolderUrl(url, null);
		}
	}

	/** As it stands in the store; null where there is nothing to say. */
	public @Nullable String text() {
		if (this.application == null) {
			return this.url;
		}
		return ((this.url != null) ? this.url : "") + BETWEEN
				+ URLEncoder.encode(this.application, StandardCharsets.UTF_8);
	}

	/** Whether both name their application, and not the same. */
	public boolean isOfAnotherApplication(HolderUrl other) {
		return this.application != null && other.application() != null && !this.application.equals(other.application());
	}

}

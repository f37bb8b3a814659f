package io.github.leaderelection.internal.actuate;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.util.MimeTypeUtils;

/**
 * Creates the HTTP answer with a trace. The endpoint's own types cannot set a header, but
 * Spring MVC also accepts its own type.
 */
final class TraceDownload {

	private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
		.withZone(ZoneOffset.UTC);

	private TraceDownload() {
	}

	/** The answer for web stacks other than Spring MVC. */
	static Object text(String trace) {
		return new WebEndpointResponse<>(trace, WebEndpointResponse.STATUS_OK, MimeTypeUtils.TEXT_PLAIN);
	}

	/** The answer for Spring MVC. */
	static Object file(String trace, String group, String node, Instant at) {
		ContentDisposition file = ContentDisposition.attachment().filename(fileName(group, node, at)).build();
		return ResponseEntity.ok()
			.header(HttpHeaders.CONTENT_DISPOSITION, file.toString())
			.contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.US_ASCII))
			.body(trace);
	}

	/** The file name, without characters that some file systems refuse. */
	static String fileName(String group, String node, Instant at) {
		return ("leader-" + group + '-' + node + '-' + STAMP.format(at) + ".trace").replaceAll("[^A-Za-z0-9._-]", "_");
	}

}

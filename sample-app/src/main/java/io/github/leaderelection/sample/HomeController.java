package io.github.leaderelection.sample;

import java.time.Duration;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/**
 * Names this instance and the leader, links the page of the election, and lists the
 * latest runs.
 */
@RestController
class HomeController {

	private static final int RUNS = 10;

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

	private static final String PAGE = """
			<!DOCTYPE html>
			<html lang="en">
			<head>
			<meta charset="utf-8">
			<meta name="viewport" content="width=device-width, initial-scale=1">
			<meta http-equiv="refresh" content="2">
			<title>Nightly jobs</title>
			<style>
			:root { color-scheme: light dark; }
			body { font: 1rem/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
			div { overflow-x: auto; }
			table { border-collapse: collapse; white-space: nowrap; }
			th, td { padding: .25rem 1.25rem .25rem 0; text-align: left; border-bottom: 1px solid #8886; }
			.number { text-align: right; font-variant-numeric: tabular-nums; }
			</style>
			</head>
			<body>
			<h1>Nightly jobs</h1>
			<p>%s</p>
			<ul>
			%s<li><a href="runs">Runs</a>: more of them than below, as JSON</li>
			</ul>
			<h2>Last runs</h2>
			%s
			</body>
			</html>
			""";

	private static final String TABLE = """
			<div tabindex="0">
			<table>
			<thead><tr><th scope="col">Job</th><th scope="col">Began</th><th scope="col" class="number">Took</th>
			<th scope="col">Node</th><th scope="col" class="number">Token</th><th scope="col">Outcome</th>
			<th scope="col" class="number">Items</th></tr></thead>
			<tbody>
			%s</tbody>
			</table>
			</div>""";

	private static final String ROW = """
			<tr><td>%s</td><td>%s</td><td class="number">%s</td><td>%s</td><td class="number">%d</td><td>%s</td>\
			<td class="number">%d</td></tr>
			""";

	private static final List<Link> LINKS = List.of(
			new Link("leaderpage", "The page", "the election and the partitions of orders, as this instance sees them"),
			new Link("leader", "JSON", "the same for programs"),
			new Link("health", "Health", "whether this instance works"));

	private final ObjectProvider<LeaderElector> elector;

	private final ObjectProvider<PathMappedEndpoints> endpoints;

	private final RunRecorder recorder;

	HomeController(ObjectProvider<LeaderElector> elector, ObjectProvider<PathMappedEndpoints> endpoints,
			RunRecorder recorder) {
		this.elector = elector;
		this.endpoints = endpoints;
		this.recorder = recorder;
	}

	@GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
	String home() {
		LeaderElector elector = this.elector.getIfAvailable();
		return PAGE.formatted((elector != null) ? describe(elector.status()) : "Leader election is disabled.",
				this.endpoints.stream().map(HomeController::links).collect(Collectors.joining()), runs());
	}

	private static String describe(ElectionStatus status) {
		String node = "This is <b>" + HtmlUtils.htmlEscape(status.node().value()) + "</b>. ";
		if (status.leading()) {
			return node + "It leads under fencing token " + status.fencingToken() + ".";
		}
		return node + ((status.leader() != null)
				? "<b>" + HtmlUtils.htmlEscape(status.leader().id().value()) + "</b> leads."
				: "It knows no leader at present.");
	}

	/** Relative, so that they work below any path. */
	private static String links(PathMappedEndpoints endpoints) {
		StringBuilder links = new StringBuilder();
		for (Link link : LINKS) {
			String path = endpoints.getPath(EndpointId.of(link.endpoint()));
			if (path != null) {
				String target = HtmlUtils.htmlEscape(path.substring(1));
				links.append("<li><a href=\"%s\">%s</a>: %s</li>\n".formatted(target, link.name(), link.text()));
			}
		}
		return links.toString();
	}

	private String runs() {
		try {
			List<JobRun> runs = this.recorder.latest(RUNS);
			return runs.isEmpty() ? "<p>None yet.</p>"
					: TABLE.formatted(runs.stream().map(HomeController::row).collect(Collectors.joining()));
		}
		catch (DataAccessException ex) {
			return "<p>The database does not answer at present.</p>";
		}
	}

	private static String row(JobRun run) {
		String took = (run.finishedAt() != null)
				? Duration.between(run.startedAt(), run.finishedAt()).toMillis() + " ms" : "";
		return ROW.formatted(HtmlUtils.htmlEscape(run.job()), TIME.format(run.startedAt()), took,
				HtmlUtils.htmlEscape(run.node()), run.fencingToken(), run.outcome(), run.items());
	}

	/**
	 * A link to an endpoint.
	 *
	 * @param endpoint the id of the endpoint
	 * @param name the words of the link
	 * @param text what is there
	 */
	private record Link(String endpoint, String name, String text) {
	}

}

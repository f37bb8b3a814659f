package io.github.leaderelection.sample;

import io.github.leaderelection.ElectionStatus;
import io.github.leaderelection.LeaderElector;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

/**
 * Shows who leads, and links to the other pages.
 */
@RestController
class HomeController {

	private static final String PAGE = """
			<!DOCTYPE html>
			<html lang="en">
			<head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>Nightly jobs</title></head>
			<body>
			<h1>Nightly jobs</h1>
			<p>%s</p>
			<ul>
			<li><a href="/runs">/runs</a>: which node ran which job under which fencing token</li>
			<li><a href="/actuator/leader">/actuator/leader</a>: the election as this node sees it</li>
			<li><a href="/actuator/leader/default/assignments">/actuator/leader/default/assignments</a>: the partitions of
			orders that this node owns, and on the leader who owns which</li>
			<li><a href="/actuator/health">/actuator/health</a></li>
			</ul>
			</body>
			</html>
			""";

	private final ObjectProvider<LeaderElector> elector;

	HomeController(ObjectProvider<LeaderElector> elector) {
		this.elector = elector;
	}

	@GetMapping(path = "/", produces = MediaType.TEXT_HTML_VALUE)
	String home() {
		LeaderElector elector = this.elector.getIfAvailable();
		return PAGE.formatted((elector != null) ? describe(elector.status()) : "Leader election is disabled.");
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

}

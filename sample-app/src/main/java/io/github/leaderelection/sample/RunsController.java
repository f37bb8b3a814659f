package io.github.leaderelection.sample;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists the latest runs of all instances.
 */
@RestController
class RunsController {

	private static final int MOST = 1000;

	private final RunRecorder recorder;

	RunsController(RunRecorder recorder) {
		this.recorder = recorder;
	}

	@GetMapping("/runs")
	List<JobRun> runs(@RequestParam(defaultValue = "20") int limit) {
		return this.recorder.latest(Math.max(1, Math.min(limit, MOST)));
	}

}

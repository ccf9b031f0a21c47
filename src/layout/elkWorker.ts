// The entry of the layout worker: ELK listens for messages by itself when it is loaded in a worker.
import 'elkjs/lib/elk-worker.min.js';

#!/usr/bin/env python3
"""Scans pictures for QR symbols, on one machine or on a Spark cluster.

    scan_pictures.py pictures found --oobqr /usr/local/bin/oobqr --master spark://host:7077

The result has a row per picture, sorted by path: its symbols (none is no error), or why it cannot be read in `error`.
"""
import argparse, base64, json

import oobqr_lines, pandas
from pyspark.sql import SparkSession

# oobqr answers with more about each symbol; what is named here is kept.
COLUMNS = "id string, symbols array<struct<message: string, version: int, kind: string>>, error string"


def scanner(oobqr):  # Spark calls `scan` once per task, so each task has one oobqr for all its pictures
    def scan(batches):
        with oobqr_lines.LineProcess(oobqr, "scan", "--list", "-") as process:
            for batch in batches:
                answers = process.ask([request(*row) for row in zip(batch["path"], batch["content"])])
                yield pandas.DataFrame([row(answer) for answer in answers], dtype=object)

    def request(path, content):
        return json.dumps({"id": path, "image_base64": base64.b64encode(content).decode()})

    def row(answer):
        kept = [{key: symbol.get(key) for key in ("message", "version", "kind")} for symbol in answer["symbols"]]
        return {"id": answer["id"], "symbols": kept, "error": answer.get("error")}

    return scan


def main():
    parser = argparse.ArgumentParser(description="Scans pictures for QR symbols.")
    parser.add_argument("input", nargs="+", help="folders or pictures, on storage that every worker reads")
    parser.add_argument("output", help="the folder to write; it must not exist")
    parser.add_argument("--oobqr", default="oobqr", metavar="PATH", help="its path on every worker")
    parser.add_argument("--master", default="local[*]", metavar="URL")
    parser.add_argument("--tasks", type=int, default=16, help="pieces of work, at least; a lost one is done again")
    parser.add_argument("--files", type=int, default=1, help="files in the output")
    parser.add_argument("--format", choices=["json", "parquet"], default="parquet")
    options = parser.parse_args()
    spark = SparkSession.builder.master(options.master).appName("scan_pictures").getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", 64)
    # Spark takes opening a file to cost as much as reading 4 MB, and would start a task for every 32 pictures.
    spark.conf.set("spark.sql.files.openCostInBytes", 65536)
    spark.conf.set("spark.sql.files.minPartitionNum", options.tasks)
    spark.sparkContext.addPyFile(oobqr_lines.__file__)
    choice = {"recursiveFileLookup": True, "pathGlobFilter": "*.{png,jpg,jpeg,PNG,JPG,JPEG}"}
    pictures = spark.read.format("binaryFile").options(**choice).load(options.input)
    found = pictures.select("path", "content").mapInPandas(scanner(options.oobqr), COLUMNS)
    # One attempt of each task is committed, so a retry doubles nothing. orderBy would scan twice: it samples first.
    table = found.repartition(options.files, "id").sortWithinPartitions("id")
    table.write.format(options.format).save(options.output)
    spark.stop()


if __name__ == "__main__":
    main()
